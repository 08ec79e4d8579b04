/** The query for the members of a league and their addresses, which the documents do not have. */
import { expect, it } from "vitest";
import { createLeagueManager } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { rpc } from "./player-messages.js";
import { type Body, bodyOf } from "./wild-player.js";

/** @returns asks the league manager of a league with one member */
async function leagueOf(registration: Body, path: string, strict = false) {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict }), 8000);
  const post = async (to: string, body: Body): Promise<Body> => {
    const request = { method: "POST", path: to, contentType: "application/json", body: JSON.stringify(body) };
    return JSON.parse((await manager.handle(request)).body);
  };
  await post(path, registration);
  return (method: string, params: Body) => post("/mcp", rpc(method, params));
}

const here = { display_name: "gamma", version: "1.0.0", supported_game_types: ["even_odd"] };
const plain = { ...here, endpoint: urlOf(8103), agent_type: "player" };
const whole = rpc("register_player", {
  ...{ protocol: "league.v2", message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:gamma" },
  ...{ timestamp: "2025-12-20T10:00:00.000Z", conversation_id: "conv-1" },
  player_meta: {
    display_name: "gamma",
    version: "1.0.0",
    game_types: ["even_odd"],
    contact_endpoint: urlOf(8103),
  },
});
const listed = { id: "P01", agent_type: "player", endpoint: urlOf(8103), contact_endpoint: urlOf(8103) };

it("a league manager lists the members, as a method and as a tool", async () => {
  const ask = await leagueOf(plain, "/register");
  const { result } = await ask("list_agents", {});
  expect(bodyOf(result).agents).toMatchObject([listed]);
  expect(JSON.stringify(result)).not.toContain("token");
  const called = await ask("tools/call", { name: "league_query", arguments: { query_type: "GET_AGENTS" } });
  expect(JSON.stringify(called.result)).toContain(urlOf(8103));
});

it("a league manager returns one member by its id", async () => {
  const ask = await leagueOf(plain, "/register");
  expect((await ask("get_agent", { agent_id: "P01" })).result).toMatchObject(listed);
});

it("tells nothing in a canonical league, in a strict one, and to other questions", async () => {
  const canonical = await leagueOf(whole, "/mcp");
  expect(await canonical("list_agents", {})).toMatchObject({ error: { code: -32601 } });
  const strict = await leagueOf(plain, "/register", true);
  expect(await strict("list_agents", {})).toMatchObject({ error: { code: -32601 } });
  const lenient = await leagueOf(plain, "/register");
  expect(await lenient("list_matches", {})).toMatchObject({ error: { code: -32601 } });
});

it("answers POST /register with the usual names of the id and the token, unless it is strict", async () => {
  for (const strict of [false, true]) {
    const platform = new SimulatedPlatform();
    const manager = platform.connect(createLeagueManager({ players: 2, referees: 1, strict }), 8000);
    const body = JSON.stringify(plain);
    const request = { method: "POST", path: "/register", contentType: "application/json", body };
    const answer: Body = JSON.parse((await manager.handle(request)).body);
    expect(answer.agent_id).toBe("P01");
    expect([answer.id, answer.player_id, answer.token]).toEqual(
      strict ? [undefined, undefined, undefined] : ["P01", "P01", answer.auth_token],
    );
    await manager.close();
  }
});
