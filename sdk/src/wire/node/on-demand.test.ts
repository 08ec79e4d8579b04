import { expect, it } from "vitest";
import { bodyOf, handlerOf, post, rpcError, rpcResult } from "../../../test/gateway/peers/json-rpc.js";
import { createLeagueManager, createPlayer } from "../../index.js";
import { SimulatedPlatform, urlOf } from "../../testing/index.js";
import type { FormsChoice } from "../form/forms.js";
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

async function register(forms: FormsChoice | undefined, body: object = flat) {
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
    body: JSON.stringify(body),
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

/** A registration in the documents' names, with a time of other programs. */
const canonicalButTimed = {
  jsonrpc: "2.0",
  id: 1,
  method: "register_referee",
  params: {
    protocol: "league.v2",
    message_type: "REFEREE_REGISTER_REQUEST",
    sender: "referee:judge",
    timestamp: "20250101T000000Z",
    conversation_id: "conv-1",
    referee_meta: {
      display_name: "Judge",
      version: "1.0.0",
      game_types: ["even_odd"],
      max_concurrent_matches: 1,
      contact_endpoint: urlOf(8001),
    },
  },
};

it("a message whose names are the contract's, and whose content is not, loads the gateway", async () => {
  expect((await register("any", canonicalButTimed)).result).toMatchObject({ referee_id: "REF01" });
  expect((await register("contract", canonicalButTimed)).error.data.error_code).toBe("E021");
});

it("a gateway that is loaded later knows a referee that was posted to /register, and reports the result in its answer", async () => {
  const platform = new SimulatedPlatform();
  const options = { forms: "any" } as const;
  const manager = platform.connect(
    withFormsOnDemand(createLeagueManager({ players: 2, referees: 1 }), options),
    8000,
  );
  const handler = handlerOf(({ id, method, params }) => {
    const { match_id, player_A_id: winner } = bodyOf(params);
    if (method !== "start_match") return rpcError(id, -32601, "Method not found");
    return rpcResult(id, { match_id, winner, is_draw: false });
  });
  platform.network.attach(urlOf(8001), handler);
  const description = {
    display_name: "Judge",
    version: "1.0.0",
    endpoint: urlOf(8001),
    agent_type: "referee",
    supported_game_types: ["even_odd"],
  };
  const request = { method: "POST", path: "/register", contentType: "application/json" };
  const reply = await manager.handle({ ...request, body: JSON.stringify(description) });
  expect(reply.status).toBe(200);
  const players = [8101, 8102].map((port) =>
    platform.connect(createPlayer({ displayName: `P${port}`, choose: () => "even" }), port, urlOf(8000)),
  );
  const { standings } = await platform.clock.run(manager.ended);
  await Promise.all([...players, manager].map((agent) => agent.close()));
  expect(standings.map(({ points }) => points)).toEqual([3, 0]);
});

it("an answer with a message of no contract loads the gateway", async () => {
  const platform = new SimulatedPlatform();
  const options = { forms: "any" } as const;
  const manager = platform.connect(
    withFormsOnDemand(createLeagueManager({ players: 2, referees: 1 }), options),
    8000,
  );
  const methods: unknown[] = [];
  const handler = handlerOf(({ id, method, params }) => {
    methods.push(method);
    const { conversation_id } = bodyOf(params);
    return rpcResult(id, { ...canonicalButTimed.params, message_type: "ACK", conversation_id });
  });
  platform.network.attach(urlOf(8001), handler);
  const timed = { ...canonicalButTimed.params, timestamp: "2025-01-01T00:00:00Z" };
  await post(platform.network, urlOf(8000), { ...canonicalButTimed, params: timed });
  const players = [8101, 8102].map((port) =>
    platform.connect(createPlayer({ displayName: `P${port}`, choose: () => "even" }), port, urlOf(8000)),
  );
  await platform.clock.run(manager.ended);
  await Promise.all([...players, manager].map((agent) => agent.close()));
  expect(methods).toContain("league_v2_probe");
});

it.each([
  [
    "another sender",
    { sender: "league_manager:LM01", league_id: "L", reason: null, auth_token: "t".repeat(32) },
  ],
  ["no token", { sender: "league_manager" }],
])("an acceptance with %s loads the gateway", async (_what, content) => {
  const platform = new SimulatedPlatform();
  const handler = handlerOf(({ id, params }) => {
    const { conversation_id } = bodyOf(params);
    return rpcResult(id, {
      protocol: "league.v2",
      message_type: "LEAGUE_REGISTER_RESPONSE",
      player_id: "P07",
      timestamp: "2025-01-01T00:00:00Z",
      conversation_id,
      status: "ACCEPTED",
      ...content,
    });
  });
  platform.network.attach(urlOf(8000), handler);
  const player = withFormsOnDemand(createPlayer({ displayName: "A", choose: () => "even" }), {
    forms: "any",
  });
  const running = platform.connect(player, 8101, urlOf(8000));
  expect(await platform.clock.run(running.registered)).toMatchObject({ id: "P07" });
  await running.close();
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
