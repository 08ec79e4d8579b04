/** An agent that registers with its host and port alone is called at the path of the protocol. */
import { expect, it } from "vitest";
import { createLeagueManager, type LeagueEvent } from "../../src/index.js";
import { SimulatedPlatform } from "../../src/testing/index.js";

const registration = (contact_endpoint: string) => ({
  ...{ protocol: "league.v2", message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:alpha" },
  ...{ timestamp: "2025-12-20T10:00:00.000Z", conversation_id: "conv-1" },
  player_meta: { display_name: "Alpha", version: "1.0.0", game_types: ["even_odd"], contact_endpoint },
});

const address = "http://127.0.0.1:8101";
const canonical = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "register_player" },
  params: registration(address),
});
const plain = JSON.stringify({
  ...{ display_name: "Alpha", version: "1.0.0", endpoint: address, agent_type: "player" },
  supported_game_types: ["even_odd"],
});

it.each([
  [false, "/mcp", canonical, `${address}/mcp`],
  [true, "/mcp", canonical, address],
  [false, "/register", plain, `${address}/mcp`],
  [true, "/register", plain, address],
])("strict: %s, at %s", async (strict, path, body, endpoint) => {
  const events: LeagueEvent[] = [];
  const manager = createLeagueManager({
    players: 2,
    referees: 1,
    strict,
    onEvent: (one) => void events.push(one),
  });
  const running = new SimulatedPlatform().connect(manager, 8000);
  await running.handle({ method: "POST", path, contentType: "application/json", body });
  expect(events).toMatchObject([{ type: "member_registered", member: { endpoint } }]);
  await running.close();
});
