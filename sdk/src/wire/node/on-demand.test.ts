import { expect, it } from "vitest";
import { createLeagueManager, createPlayer } from "../../index.js";
import { SimulatedPlatform, urlOf } from "../../testing/index.js";
import type { FormsChoice } from "../forms.js";
import { serve } from "./index.js";
import { withFormsOnDemand } from "./on-demand.js";

const envelope = {
  league_id: "L",
  round_id: 1,
  match_id: "M",
  sender: "P01",
  timestamp: "2025-01-01T00:00:00Z",
};
const flat = {
  jsonrpc: "2.0",
  id: 1,
  method: "league_register_request",
  params: {
    protocol: "league.v2",
    message_type: "LEAGUE_REGISTER_REQUEST",
    ...envelope,
    conversation_id: "7b0b1d5e-6f2e-4f0e-9b0e-0a1b2c3d4e5f",
    player_id: "alpha",
    endpoint: urlOf(8101),
  },
};

async function register(forms: FormsChoice | undefined) {
  const platform = new SimulatedPlatform();
  const manager = withFormsOnDemand(
    createLeagueManager({ players: 2 }),
    forms === undefined ? {} : { forms },
  );
  const running = platform.connect(manager, 8000);
  const request = {
    method: "POST",
    path: "/mcp",
    contentType: "application/json",
    body: JSON.stringify(flat),
  };
  const answer = JSON.parse((await running.handle(request)).body);
  await running.close();
  return answer;
}

it("a message of the flat dialect loads the gateway, which answers in the flat dialect", async () => {
  expect((await register(undefined)).result).toMatchObject({
    message_type: "LEAGUE_REGISTER_RESPONSE",
    player_id: "P01",
    sender: "league_manager",
  });
});

it("an agent with `contract` has no gateway", async () => {
  expect((await register("contract")).error.code).toBe(-32601);
});

it("serve reads the forms of the documents", async () => {
  const served = await serve(createPlayer({ displayName: "A", choose: () => "even" }), {
    closeOnSignal: false,
  });
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const answer = await fetch(served.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const { result } = (await answer.json()) as { result: { tools: readonly { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).toContain("choose_parity");
  await served.close();
});
