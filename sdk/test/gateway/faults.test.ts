/** A canonical agent that breaks the contract is no agent of another form, and a member that has shown no other form has a token. */
import { expect, it } from "vitest";
import type { HttpReply } from "../../src/http/types.js";
import type { OutgoingRequest } from "../../src/index.js";
import * as core from "../../src/index.js";
import { urlOf } from "../../src/testing/index.js";
import { withForms } from "../../src/wire/gateway/with-forms.js";
import { bundledDocument } from "../../src/wire/index.js";
import { FormPlayer } from "../forms/form-player.js";
import { frequentForms } from "../forms/random-form.js";
import { type Body, bodyOf, handlerOf, rpcResult } from "./peers/json-rpc.js";
import { rpc } from "./peers/player.js";
import { SimulatedLeague, type Wrap } from "./simulated-league.js";

const post = { method: "POST", contentType: "application/json" };
type Send = (request: OutgoingRequest) => Promise<core.IncomingReply>;
/** Only the league manager has a gateway that reads any form. */
const managerOnly: Wrap = (agent) =>
  agent.role === "league_manager" ? withForms(agent, { forms: "any" }) : agent;

/** A league of two canonical players and our referee. @param around what happens to each request on the network */
async function leagueWith(around: (send: Send, manager: core.RunningAgent) => Send) {
  const ours = new SimulatedLeague(2, { wrap: managerOnly });
  const { network } = ours.platform;
  network.send = around(network.send.bind(network), ours.manager);
  await ours.run(ours.referee().registered);
  for (const [index, choice] of (["even", "odd"] as const).entries()) ours.player(choice, 8101 + index);
  const end = await ours.end();
  return { outcomes: ours.records.map(({ outcome }) => outcome.status), end };
}

it.each<[string, (join: Body) => object, boolean]>([
  ["unchanged", (join) => join, false],
  ["no JSON-RPC response", ({ result }) => bodyOf(result), true],
  ["the response to another request", (join) => ({ ...join, id: Number(join.id) + 1000 }), true],
  ["of another version of JSON-RPC", (join) => ({ ...join, jsonrpc: "1.0" }), true],
])("a join that is %s counts as the contract says", async (_, change, isLost) => {
  const { outcomes } = await leagueWith((send) => async (request) => {
    const reply = await send(request);
    if (request.url !== urlOf(8101) || !reply.body.includes('"GAME_JOIN_ACK"')) return reply;
    return { ...reply, body: JSON.stringify(change(bodyOf(JSON.parse(reply.body)))) };
  });
  expect(outcomes.map((status) => status === "TECHNICAL_LOSS")).toEqual([isLost]);
});

const toBanana = (reply: core.IncomingReply) => ({
  ...reply,
  body: reply.body.replace(/"(even|odd)"/, '"banana"'),
});

it.each<[string, string, (request: OutgoingRequest, send: Send) => Promise<core.IncomingReply>]>([
  ["that answers no choice", "E001", () => new Promise(() => {})],
  ["that chooses neither even nor odd", "E004", (request, send) => send(request).then(toBanana)],
  [
    "that cannot be reached",
    "E009",
    () => Promise.reject(new core.TransportError("unreachable", "no process listens")),
  ],
])("a player behind the league manager's gateway %s is told %s", async (_, code, answer) => {
  const ours = new SimulatedLeague(2);
  const { network } = ours.platform;
  const codes = new Set<string | undefined>();
  const send = network.send.bind(network);
  network.send = (request) => {
    const { url, body } = request;
    if (body.includes("GAME_ERROR")) codes.add(/"(E\d+)"/.exec(body)?.[1]);
    return url === urlOf(8101) && body.includes("CHOOSE_PARITY_CALL") ? answer(request, send) : send(request);
  };
  await ours.run(ours.referee().registered);
  await ours.join(new FormPlayer(frequentForms.bare, "foreign", urlOf(8101)));
  ours.player("odd", 8102);
  await ours.end();
  expect([...codes]).toEqual([code]);
});

it("a server error of a player that speaks JSON-RPC is answered in no other form", async () => {
  const forms = bundledDocument("explicit-nulls") ?? expect.fail("there is no such form");
  const ours = new SimulatedLeague(2, { wrap: (agent) => withForms(agent, { forms }) });
  const { network } = ours.platform;
  const asked: Body[] = [];
  const send = network.send.bind(network);
  network.send = (request) => {
    if (request.url === urlOf(8101)) asked.push(bodyOf(JSON.parse(request.body)));
    const failed = { status: 500, contentType: "text/html", body: "<h1>500</h1>" };
    return request.url === urlOf(8101) && request.body.includes("GAME_INVITATION")
      ? Promise.resolve(failed)
      : send(request);
  };
  await ours.run(ours.referee().registered);
  for (const port of [8101, 8102]) ours.player("even", port);
  await ours.end();
  expect(
    asked.filter(({ jsonrpc, params }) => jsonrpc !== "2.0" || bodyOf(params).message !== undefined),
  ).toEqual([]);
});

it.each(["START_MATCH", "MATCH_ASSIGNMENT", "handle_match_assignment"])(
  "%s without the id of a match is refused, and no id of a player stands for it",
  async (method) => {
    const ours = new SimulatedLeague(2);
    const referee = ours.referee();
    await ours.run(referee.registered);
    const playerAt = (id: string, url: string) => ({ id, display_name: id, version: "1.0.0", endpoint: url });
    const order = {
      protocol: "league.v2",
      message_type: method,
      sender: "league_manager",
      conversation_id: "talk-1",
      timestamp: "2026-03-01T10:00:00Z",
      league_id: "spring",
      round_id: 1,
      game_type: "even_odd",
      player_a_id: "P01",
      player_a_endpoint: urlOf(8101),
      player1: playerAt("P01", urlOf(8101)),
      player_b_id: "P02",
      player_b_endpoint: urlOf(8102),
      player2: playerAt("P02", urlOf(8102)),
    };
    const refusal = async (params: object) => {
      const body = JSON.stringify(rpc(method, params));
      const answer = await ours.run(referee.handle({ ...post, path: "/mcp", body }));
      return bodyOf(JSON.parse(answer.body)).error;
    };
    expect(await refusal(order)).toMatchObject({ code: -32602 });
    expect(await refusal({ ...order, match_id: "R1M1" })).toBeUndefined();
    await ours.close();
  },
);

const forms: readonly ((message: Body) => object)[] = [
  (message) => rpc("report_match_result", message),
  (message) => rpc("handle_message", { message }),
  (message) => rpc("match_result_report", message),
  (message) => message,
];

/** The report with the other player as its winner. */
function forged({ auth_token: _, ...report }: Body, token: object): Body {
  const { winner, score, ...result } = report.result as { winner: string; score: Record<string, number> };
  const loser = Object.keys(score).find((id) => id !== winner) ?? "";
  const points = { [winner]: score[loser], [loser]: score[winner] };
  return { ...report, ...token, result: { ...result, winner: loser, score: points } };
}

it.each<[string, object]>([
  ["an empty token", { auth_token: "" }],
  ["null for its token", { auth_token: null }],
  ["no token", {}],
])(
  "a report with %s is not that of a canonical referee, in no form and not at the second time",
  async (_, token) => {
    const winners: unknown[] = [];
    const { end } = await leagueWith((send, manager) => async (request) => {
      const { method, params } = bodyOf(JSON.parse(request.body || "{}"));
      // The referee has shown no token yet.
      if (method === "league_query") throw new core.TransportError("unreachable", "cut off");
      if (method !== "report_match_result") return send(request);
      const report = bodyOf(params);
      winners.push(bodyOf(report.result).winner);
      for (const form of forms) {
        const body = JSON.stringify(form(forged(report, token)));
        for (const attempt of ["first", "second"]) {
          const answer: HttpReply = await manager.handle({ ...post, path: "/mcp", body });
          const accepted = /_ACK"|"(?:status|result)":"?(?:ok|recorded|true)/i;
          expect(answer.body, `${attempt} of ${body}`).not.toMatch(accepted);
        }
      }
      return send(request);
    });
    expect(winners).toEqual([end.champion?.player_id]);
  },
);

/** A referee whose messages are in params.message, and what it says to our league manager. */
function wrappedReferee() {
  const ours = new SimulatedLeague(2, { wrap: managerOnly });
  const handle = (path: string, body: object) =>
    ours.run(ours.manager.handle({ ...post, path, body: JSON.stringify(body) }));
  const say = async (path: string, message_type: string, members: Body) => {
    const envelope = { protocol: "league.v2", message_type, sender: "referee:REF01", auth_token: null };
    const times = { timestamp: "2026-03-01T10:00:00.123456Z", conversation_id: "talk-1" };
    const message = { ...envelope, ...times, ...members };
    return bodyOf(JSON.parse((await handle(path, rpc("handle_message", { message }))).body));
  };
  const referee_meta = {
    display_name: "Arbiter",
    version: "1",
    game_types: ["even_odd"],
    contact_endpoint: urlOf(8001),
    max_concurrent_matches: 1,
  };
  const register = () => say("/mcp", "REFEREE_REGISTER_REQUEST", { referee_meta });
  return { ours, handle, say, register };
}

const match = { match_id: "R1M1", game_type: "even_odd" };
const invitation = {
  ...match,
  league_id: "spring",
  round_id: 3,
  role_in_match: "PLAYER_A",
  opponent_id: "P02",
};
const toPlayer = "/via/127.0.0.1:8101/mcp";

it.each([null, undefined])(
  "a token that is %s counts as none behind the league manager's gateway",
  async (auth_token) => {
    const { ours, say, register } = wrappedReferee();
    expect((await register()).result).toMatchObject({ status: "ACCEPTED", referee_id: "REF01" });
    await ours.run(ours.player("odd", 8101).registered);
    const { result } = await say(toPlayer, "GAME_INVITATION", { ...invitation, auth_token });
    expect(result).toMatchObject({ message_type: "GAME_JOIN_ACK", match_id: "R1M1", accept: true });
    await ours.close();
  },
);

it("a member that is null is replaced by what is known of the match", async () => {
  const { ours, handle, say, register } = wrappedReferee();
  const asked: string[] = [];
  const handler = handlerOf((request) => {
    asked.push(JSON.stringify(request));
    return rpcResult(request.id, { choice: "even", match_id: "R1M1" });
  });
  ours.platform.network.attach(urlOf(8101), handler);
  await register();
  await handle("/register", { display_name: "B", contact_endpoint: urlOf(8101) });
  await say(toPlayer, "GAME_INVITATION", invitation);
  const call = { league_id: null, round_id: null, player_id: "P01", deadline: "2026-03-01T10:00:30.5Z" };
  await say(toPlayer, "CHOOSE_PARITY_CALL", { ...match, ...call, context: { opponent_id: "P02" } });
  const drawn = { status: "DRAW", winner_player_id: null, drawn_number: 4, number_parity: "even" };
  const game_result = { ...drawn, choices: { P01: "odd", P02: "odd" }, reason: "Both were wrong." };
  await say(toPlayer, "GAME_OVER", { ...match, league_id: null, round_id: null, game_result });
  const choices = asked.filter((text) => text.includes("CHOOSE_PARITY_CALL"));
  expect(choices[0]).toContain('"round_id":3');
  expect(asked.at(-1)).toMatch(/GAME_OVER.*"winner_player_id":null/);
  for (const text of asked) expect(text).not.toMatch(/"(league_id|round_id)":null/);
  await ours.close();
});
