import { expect, it } from "vitest";
import { bodyOf, handlerOf, post, rpcError, rpcResult } from "../../../test/gateway/peers/json-rpc.js";
import { rpc } from "../../../test/gateway/peers/player.js";
import { league, SimulatedLeague } from "../../../test/gateway/simulated-league.js";
import { createPlayer } from "../../index.js";
import { SimulatedPlatform, urlOf } from "../../testing/index.js";
import type { FormsChoice } from "../form/forms.js";
import { serve } from "./index.js";
import { withFormsOnDemand } from "./on-demand.js";

const time = "2025-01-01T00:00:00Z";
const flat = rpc("league_register_request", {
  protocol: "league.v2",
  message_type: "LEAGUE_REGISTER_REQUEST",
  league_id: "L",
  round_id: 1,
  match_id: "M",
  sender: "P01",
  timestamp: time,
  conversation_id: "7b0b1d5e-6f2e-4f0e-9b0e-0a1b2c3d4e5f",
  player_id: "alpha",
  endpoint: urlOf(8101),
});

/** A league whose agents have these forms on demand. */
const leagueWith = (forms?: FormsChoice) =>
  new SimulatedLeague(2, { wrap: (agent) => withFormsOnDemand(agent, forms === undefined ? {} : { forms }) });

/** The manager's answer to a registration. */
async function register(forms: FormsChoice | undefined, body: object = flat) {
  const ours = leagueWith(forms);
  const request = {
    method: "POST",
    path: "/mcp",
    contentType: "application/json",
    body: JSON.stringify(body),
  };
  const answer = JSON.parse((await ours.manager.handle(request)).body);
  await ours.close();
  return answer;
}

it("a message of the flat dialect loads the gateway, which answers in the flat dialect", async () => {
  expect((await register(undefined)).result).toMatchObject({
    message_type: "LEAGUE_REGISTER_RESPONSE",
    player_id: "P01",
    sender: "league_manager",
  });
});

/** A registration in the documents' names. */
const registration = (timestamp: string) => ({
  protocol: "league.v2",
  message_type: "REFEREE_REGISTER_REQUEST",
  sender: "referee:judge",
  timestamp,
  conversation_id: "conv-1",
  referee_meta: {
    display_name: "Judge",
    version: "1.0.0",
    game_types: ["even_odd"],
    max_concurrent_matches: 1,
    contact_endpoint: urlOf(8001),
  },
});
/** With a time of other programs. */
const canonicalButTimed = rpc("register_referee", registration("20250101T000000Z"));

it("a message whose names are the contract's, and whose content is not, loads the gateway", async () => {
  expect((await register("any", canonicalButTimed)).result).toMatchObject({ referee_id: "REF01" });
  expect((await register("contract", canonicalButTimed)).error.data.error_code).toBe("E021");
});

it("a gateway that is loaded later knows a referee that was posted to /register, and reports the result in its answer", async () => {
  const ours = leagueWith("any");
  const handler = handlerOf(({ id, method, params }) => {
    const { match_id, player_A_id: winner } = bodyOf(params);
    if (method !== "start_match") return rpcError(id, -32601, "Method not found");
    return rpcResult(id, { match_id, winner, is_draw: false });
  });
  ours.platform.network.attach(urlOf(8001), handler);
  const description = {
    display_name: "Judge",
    version: "1.0.0",
    endpoint: urlOf(8001),
    agent_type: "referee",
    supported_game_types: ["even_odd"],
  };
  const request = { method: "POST", path: "/register", contentType: "application/json" };
  const reply = await ours.manager.handle({ ...request, body: JSON.stringify(description) });
  expect(reply.status).toBe(200);
  for (const port of [8101, 8102]) ours.player("even", port);
  expect((await ours.end()).standings.map(({ points }) => points)).toEqual([3, 0]);
});

it("an answer with a message of no contract loads the gateway", async () => {
  const ours = leagueWith("any");
  const methods: unknown[] = [];
  const handler = handlerOf(({ id, method, params }) => {
    methods.push(method);
    const { conversation_id } = bodyOf(params);
    return rpcResult(id, { ...registration(time), message_type: "ACK", conversation_id });
  });
  ours.platform.network.attach(urlOf(8001), handler);
  await post(ours.platform.network, league, rpc("register_referee", registration(time)));
  for (const port of [8101, 8102]) ours.player("even", port);
  await ours.end();
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
      timestamp: time,
      conversation_id,
      status: "ACCEPTED",
      ...content,
    });
  });
  platform.network.attach(league, handler);
  const player = withFormsOnDemand(createPlayer({ displayName: "A", choose: () => "even" }), {
    forms: "any",
  });
  const running = platform.connect(player, 8101, league);
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
