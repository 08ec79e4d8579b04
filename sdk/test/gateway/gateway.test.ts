/** The gateway as a whole: what it leaves untouched, whom it lets play each other, and what it knows after a restart. */
import { methods } from "@league-v2/contract";
import { expect, it } from "vitest";
import type { HttpReply, OutgoingRequest, Transport } from "../../src/index.js";
import { MemoryNetwork } from "../../src/memory/index.js";
import { sleep } from "../../src/platform/clock.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { Forms, type FormsChoice } from "../../src/wire/form/forms.js";
import { canonical } from "../../src/wire/form/profiles.js";
import { Gateway } from "../../src/wire/gateway/gateway.js";
import { MatchFacts } from "../../src/wire/gateway/matches/match-facts.js";
import { Peer } from "../../src/wire/gateway/peer.js";
import { Peers } from "../../src/wire/gateway/peers.js";
import { type PeerRecord, type ProfileDocument, type WireProfile, withForms } from "../../src/wire/index.js";
import type { JsonObject } from "../../src/wire/message/types.js";
import { FormPlayer } from "../forms/form-player.js";
import { FormReferee } from "../forms/form-referee.js";
import { frequentForms, type RandomForm } from "../forms/random-form.js";
import { handlerOf, rpcError } from "./peers/json-rpc.js";
import { rpc } from "./peers/player.js";
import { league, SimulatedLeague, type Wrap } from "./simulated-league.js";

const posted = { method: "POST", contentType: "application/json" };
const lowerNames: WireProfile = { ...canonical, name: "lower-names", method: "message_type_lower" };
const random = { bytes: (length: number) => new Uint8Array(length), below: () => 0 };

/** The bodies on the network of a league of canonical agents, in their order. */
async function bodiesOf(wrap: Wrap) {
  const ours = new SimulatedLeague(2, { wrap });
  const { network } = ours.platform;
  const bodies: string[] = [];
  const send = network.send.bind(network);
  network.send = async (request) => {
    const reply = await send(request);
    bodies.push(`${request.url} ${request.body} ${reply.status} ${reply.body}`);
    return reply;
  };
  await ours.referee();
  for (const [index, choice] of (["even", "odd"] as const).entries()) ours.player(choice, 8101 + index);
  await ours.end();
  return bodies.toSorted();
}

it.each(["contract", "documented", "any"] as const)(
  "canonical agents behind gateways (%s) send the bytes that they send without",
  async (forms) => {
    const plain = await bodiesOf((agent) => agent);
    expect(plain.length).toBeGreaterThan(10);
    expect(await bodiesOf((agent) => withForms(agent, { forms }))).toEqual(plain);
  },
);

/** Two players of this form, registered with the league manager. */
async function join(ours: SimulatedLeague, form: RandomForm) {
  const players = [8101, 8102].map((port) => new FormPlayer(form, `player-${port}`, urlOf(port)));
  for (const player of players) await ours.join(player);
  return players;
}

const ofMatch = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

it.each([
  ["lower", "tools"],
  ["tools", "lower"],
  ["oneMethod", "bare"],
  ["bare", "oneMethod"],
] as const)(
  "two players of the form %s play under a referee of the form %s",
  async (ofPlayers, ofReferee) => {
    const ours = new SimulatedLeague(2);
    const own = frequentForms[ofReferee];
    const referee = new FormReferee(own, urlOf(8001), ours.platform.network, own);
    await ours.join(referee);
    const players = await join(ours, frequentForms[ofPlayers]);
    const end = await ours.end();
    expect([referee.begun, referee.troubles]).toEqual([["R1M1"], []]);
    for (const { server } of players)
      expect(server.understood.filter((type) => ofMatch.includes(type))).toEqual(ofMatch);
    // Both choose "even", and 4 is drawn.
    expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
  },
);

it("a form of the user is used at once: a player of this form gets no other message", async () => {
  const document: ProfileDocument = {
    name: "ours",
    title: "Ours",
    description: "One method.",
    extends: "canonical",
    request: "message",
    method: { always: "handle_message" },
  };
  const ours = new SimulatedLeague(2, { wrap: (agent) => withForms(agent, { forms: document }) });
  await ours.referee();
  const players = await join(ours, frequentForms.oneMethod);
  await ours.end();
  expect(players.map(({ results, server }) => [results.length, server.refused, server.harmless])).toEqual(
    players.map(() => [1, [], 0]),
  );
});

it("an unknown address behind /via is answered with 404, and never called", async () => {
  const ours = new SimulatedLeague(2);
  let calls = 0;
  ours.platform.network.attach(urlOf(9999), async () => {
    calls += 1;
    return { status: 200, headers: {}, body: "{}" };
  });
  const body = JSON.stringify(rpc("choose_parity", { match_id: "R1M1" }));
  const reply = await ours.manager.handle({ ...posted, path: "/via/127.0.0.1:9999/mcp", body });
  await ours.close();
  expect([reply.status, calls]).toEqual([404, 0]);
});

it("a restarted manager knows the form of a peer that it has found", async () => {
  let records: readonly PeerRecord[] = [];
  const store = {
    load: async () => records,
    save: async (all: readonly PeerRecord[]) => {
      records = all;
    },
  };
  const { network, clock } = new SimulatedPlatform();
  const player = new FormPlayer(frequentForms.tools, "one", urlOf(8101));
  const { server } = player;
  player.me.id = "P01";
  network.attach(player.place, player.handle);
  const invite = async (match_id: string) => {
    const context = { endpoint: league, clock, random, transport: network };
    const gateway = new Gateway("league_manager", context, { forms: "any", store });
    const envelope = { protocol: "league.v2", message_type: "GAME_INVITATION", sender: "referee:REF01" };
    const params = {
      ...envelope,
      conversation_id: "conv-1",
      timestamp: now,
      match_id,
      auth_token: "t".repeat(32),
      league_id: "L",
      round_id: 1,
      game_type: "even_odd",
      role_in_match: "PLAYER_A",
      opponent_id: "P02",
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "handle_game_invitation", params });
    const { signal } = new AbortController();
    const reply = await clock.run(gateway.send({ url: player.place, body, signal }));
    gateway.close();
    expect(JSON.parse(reply.body).result).toMatchObject({
      message_type: "GAME_JOIN_ACK",
      match_id,
      accept: true,
    });
    return [server.understood.length, server.refused.length, server.harmless];
  };
  const [, refused = 0, harmless = 0] = await invite("R1M1");
  expect(harmless).toBeGreaterThan(1);
  // One question, whether it answers alike to everything.
  expect(await invite("R2M1")).toEqual([2, refused + 1, harmless + 1]);
});

/**
 * Our agent's message to a peer that answers the one method like this and knows no other.
 * @param known what is saved about this peer
 * @returns the status of its answer
 */
async function answerTo(
  role: "league_manager" | "referee",
  method: string,
  message: JsonObject,
  answer: JsonObject,
  known: Omit<PeerRecord, "endpoint"> = {},
) {
  const { network, clock } = new SimulatedPlatform();
  const handler = handlerOf(({ id, method: asked }) => {
    if (asked !== method) return rpcError(id, -32601, "Method not found");
    return { body: { ...(answer.result ? { jsonrpc: "2.0", id } : {}), ...answer } };
  });
  network.attach(urlOf(8101), handler);
  const store = { load: async () => [{ endpoint: urlOf(8101), ...known }], save: async () => {} };
  const context = { endpoint: league, clock, transport: network, random };
  const gateway = new Gateway(role, context, { forms: "any", store });
  const params = {
    protocol: "league.v2",
    sender: role,
    timestamp: now,
    conversation_id: "conv-1",
    ...message,
  };
  const row = Object.values(methods).find(({ request }) => request === message.message_type);
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: row?.name, params });
  const { signal } = new AbortController();
  const reply = await clock.run(gateway.send({ url: urlOf(8101), body, signal }));
  return JSON.parse(reply.body).result?.status ?? "not acknowledged";
}

const now = "2025-12-20T10:00:00.000Z";
const standings = { message_type: "LEAGUE_STANDINGS_UPDATE", league_id: "L", round_id: 1, standings: [] };

it.each<[string, Omit<PeerRecord, "endpoint">]>([
  ["has had for it", { form: "canonical", exceptions: { [standings.message_type]: lowerNames } }],
  ["has had for all", { form: lowerNames }],
])("a restored gateway writes a message in the form that its peer %s", async (_which, known) => {
  const answer = { result: { status: "ok" } };
  const method = standings.message_type.toLowerCase();
  expect(await answerTo("league_manager", method, standings, answer, known)).toBe("ACKNOWLEDGED");
  expect(await answerTo("league_manager", method, standings, answer)).toBe("not acknowledged");
});

it("a message that a peer is known not to support is not sent to it", async () => {
  const known = { unsupported: [standings.message_type] };
  const answer = { result: { status: "ok" } };
  expect(await answerTo("league_manager", "update_standings", standings, answer)).toBe("ACKNOWLEDGED");
  expect(await answerTo("league_manager", "update_standings", standings, answer, known)).toBe(
    "not acknowledged",
  );
});

it("a member keeps its name, its record and its address when others join; only other forms are saved", async () => {
  const saved: string[] = [];
  const save = async (records: readonly PeerRecord[]) =>
    void saved.push(...records.map(({ endpoint }) => endpoint));
  const forms = new Forms("any");
  const peers = new Peers(forms, { load: async () => [], save });
  const [member, other] = [8101, 8102].map((port) => peers.at(urlOf(port)));
  if (member === undefined || other === undefined) throw new Error("there are two peers");
  Object.assign(member, { id: "P01", role: "player", form: forms.of(lowerNames) });
  for (const peer of [member, other]) peers.name(peer, "player:P01");
  peers.save();
  for (let count = 0; count < 5_000; count++) peers.at(`http://127.0.0.1:1/${count}`);
  expect(peers.signedBy("P01")).toBe(member);
  expect(peers.reachedAt(new URL("/other", member.endpoint).href)).toBe(member);
  expect(peers.all.length).toBeLessThan(5_000);
  await new Promise(setImmediate);
  expect(saved).toEqual([member.endpoint]);
});

/** The gateway of a manager before a player that answers like this, and the requests that the player gets, with their times. */
function before(
  answer: (count: number, body: string) => Partial<HttpReply> | Promise<Partial<HttpReply>>,
  forms: FormsChoice,
) {
  const { clock } = new SimulatedPlatform();
  const sent: (OutgoingRequest & { at: number })[] = [];
  const network = new MemoryNetwork();
  const transport: Transport = {
    send: (request) => {
      sent.push({ ...request, at: clock.now() });
      return network.send(request);
    },
  };
  network.attach(urlOf(8101), async ({ body }) => {
    return { status: 200, headers: {}, body: "{}", ...(await answer(sent.length, String(body))) };
  });
  const gateway = new Gateway("league_manager", { endpoint: league, clock, random, transport }, { forms });
  const { signal } = new AbortController();
  const tell = async (method: string, message: JsonObject, more: Partial<OutgoingRequest> = {}) => {
    const params = {
      protocol: "league.v2",
      sender: "league_manager",
      timestamp: now,
      conversation_id: "conv-1",
      ...message,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    return gateway.send({ url: urlOf(8101), body, signal, ...more }).catch(() => undefined);
  };
  return { clock, sent, tell, gateway };
}

it("a peer that wants no requests for a while gets none, also of other messages", async () => {
  const { clock, sent, tell } = before(
    (count) => (count === 1 ? { status: 429, headers: { "retry-after": "3" } } : { status: 404 }),
    "documented",
  );
  const start = clock.now();
  const first = tell("update_standings", standings);
  await clock.advance(1_000);
  await clock.run(
    Promise.all([
      first,
      tell("notify_round", { message_type: "ROUND_ANNOUNCEMENT", league_id: "L", round_id: 1, matches: [] }),
    ]),
  );
  expect(sent.map(({ at }) => at - start)).toEqual([0, 3_000, 3_000]);
});

const invitation = { message_type: "GAME_INVITATION", match_id: "R1M1", opponent_id: "P02" };

it("each message and each question to a peer has the guard of its addresses", async () => {
  const { clock, sent, tell } = before(() => ({ status: 400 }), "any");
  const guard = { refuseAddress: () => null };
  await clock.run(tell("handle_game_invitation", invitation, { guard }));
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.map((request) => request.guard)).toEqual(sent.map(() => guard));
});

it("a search for a form takes no longer than our agent repeats its message", async () => {
  const { clock, sent, tell } = before(async () => {
    await sleep(clock, 4_000);
    return { status: 400 };
  }, "any");
  const start = clock.now();
  await clock.run(tell("handle_game_invitation", invitation));
  const { deadlineMs, retries } = methods.handle_game_invitation;
  expect(sent.length).toBeGreaterThan(1);
  expect(clock.now() - start).toBeLessThanOrEqual((retries + 1) * deadlineMs);
});

it("what is kept about a peer and about matches is limited, and its first message is kept", () => {
  const peer = new Peer(urlOf(8101));
  for (let count = 0; count < 500; count++) peer.learn({ by: "peer", request: { count } });
  expect(peer.evidence.length).toBeLessThan(100);
  expect([peer.evidence[0], peer.evidence.at(-1)].map((one) => one?.request)).toEqual([
    { count: 0 },
    { count: 499 },
  ]);
  const facts = new MatchFacts();
  for (let count = 0; count < 5_000; count++) facts.note("RUN_MATCH", { match_id: `M${count}`, round_id: 1 });
  expect(["M0", "M4999"].map((id) => facts.match(id) !== undefined)).toEqual([false, true]);
});

const locked = { code: -32000, message: "database is locked" };

it.each([
  ["leaves open whether it had its effect", "report_match_result", "MATCH_RESULT_REPORT", locked],
  ["refuses it", "handle_game_invitation", "GAME_INVITATION", { code: -32008, message: "not now" }],
  ["wants no more", "handle_game_invitation", "GAME_INVITATION", { code: -32000, message: "slow down" }],
])("a message is sent in no other form after an answer that %s", async (_what, method, type, refusal) => {
  const { clock, sent, tell } = before((_, body) => {
    const { id, method: name } = JSON.parse(body);
    const error = name === type ? refusal : { code: -32601, message: "Method not found" };
    return { body: JSON.stringify({ jsonrpc: "2.0", id, error }) };
  }, "any");
  await clock.run(tell(method, { message_type: type, match_id: "R1M1" }));
  const methods = sent.filter(({ body }) => body.includes("R1M1")).map(({ body }) => JSON.parse(body).method);
  expect(new Set(methods.slice(methods.indexOf(type)))).toEqual(new Set([type]));
});

it("a choice is asked for once where the form of the player says so", async () => {
  const document = {
    name: "ours",
    title: "Ours",
    description: "Asks once.",
    extends: "canonical",
    asks: "once",
  } as const;
  const { clock, sent, tell } = before(() => ({ status: 500 }), document);
  const call = { message_type: "CHOOSE_PARITY_CALL", match_id: "R1M1", player_id: "P01" };
  await clock.run(tell("choose_parity", call));
  const { length } = sent;
  await clock.run(tell("choose_parity", call));
  expect(sent).toHaveLength(length);
});

it("a referee that has left out two matches is no longer asked", async () => {
  const { clock, sent, tell, gateway } = before(() => ({ status: 404 }), "any");
  gateway.peer(urlOf(8101)).role = "referee";
  const players = { player_A_id: "P01", player_B_id: "P02" };
  const endpoints = { player_A_endpoint: urlOf(8102), player_B_endpoint: urlOf(8103) };
  for (const match_id of ["R1M1", "R2M1", "R3M1"])
    await clock.run(tell("run_match", { message_type: "RUN_MATCH", match_id, ...players, ...endpoints }));
  const announced = sent.map(({ body }) => body).filter((body) => body.includes("ROUND_ANNOUNCEMENT"));
  expect([...new Set(announced.map((body) => /R\dM1/.exec(body)?.[0]))]).toEqual(["R1M1", "R2M1"]);
});

/** Asks a player of another form for its choice through the manager's gateway. */
async function choices(
  ask: (once: (conversation_id: string) => Promise<JsonObject>) => Promise<JsonObject[]>,
) {
  const ours = new SimulatedLeague(2);
  const player = new FormPlayer(frequentForms.lower, "asked", urlOf(8101));
  await ours.join(player);
  const own = {
    protocol: "league.v2",
    message_type: "CHOOSE_PARITY_CALL",
    sender: "referee:REF01",
    timestamp: now,
  };
  const match = {
    match_id: "R1M1",
    game_type: "even_odd",
    player_id: player.me.id,
    deadline: now,
    auth_token: "t".repeat(32),
  };
  const context = { opponent_id: "P02", round_id: 1, your_standings: { wins: 0, losses: 0, draws: 0 } };
  const answers = await ask(async (conversation_id) => {
    const params = { ...own, ...match, context, conversation_id };
    const body = JSON.stringify(rpc("choose_parity", params));
    const request = { ...posted, path: "/via/127.0.0.1:8101/mcp", body };
    return JSON.parse((await ours.run(ours.manager.handle(request))).body).result;
  });
  await ours.close();
  return [
    answers.map(({ parity_choice, conversation_id }) => [parity_choice, conversation_id]),
    player.server.understood.filter((type) => type === own.message_type).length,
  ];
}

it("a player is asked once for a choice that several callers ask for, and each call gets its answer", async () => {
  const later = await choices(async (once) => [await once("conv-1"), await once("conv-2")]);
  expect(later).toEqual([
    [
      ["even", "conv-1"],
      ["even", "conv-2"],
    ],
    1,
  ]);
  const atOnce = await choices((once) => Promise.all([once("conv-1"), once("conv-1")]));
  expect(atOnce).toEqual([
    [
      ["even", "conv-1"],
      ["even", "conv-1"],
    ],
    1,
  ]);
});

it("the status of an acknowledgement may be in other letters", async () => {
  const message = { message_type: "ROUND_ANNOUNCEMENT", league_id: "L", round_id: 1, matches: [] };
  const head = { protocol: "league.v2", sender: "player:P01", timestamp: "2025-12-20T10:00:00.000Z" };
  const ack = { ...head, message_type: "ROUND_ANNOUNCEMENT_ACK", conversation_id: "conv-1", round_id: 1 };
  const result = { ...ack, status: "acknowledged" };
  expect(await answerTo("league_manager", "notify_round", message, { result })).toBe("ACKNOWLEDGED");
});

it("a report whose answer is no response and says nothing is not acknowledged", async () => {
  const report = { message_type: "MATCH_RESULT_REPORT", match_id: "R1M1" };
  const answer = { hello: ["world"] };
  expect(await answerTo("referee", "report_match_result", report, answer)).toBe("not acknowledged");
});

it.each([
  ["has shown none gets the one that its league gave it", "register_referee", false, "given"],
  ["has shown one before gets none", "register_referee", true, undefined],
  ["was posted to /register, as in a document with tokens, gets none", undefined, false, undefined],
])(
  "a message without a token of a referee of another form that %s",
  async (_what, how, isShown, expected) => {
    const { gateway } = before(() => ({}), "any");
    const taken: JsonObject[] = [];
    const accepted = { status: "ACCEPTED", referee_id: "REF01", auth_token: "given" };
    const handle = gateway.handler(async ({ body }) => {
      const { id, method, params } = JSON.parse(String(body));
      taken.push(params);
      const result = method === "register_referee" ? accepted : {};
      const posted = { ...accepted, agent_id: "REF01" };
      const answer = method === undefined ? posted : { jsonrpc: "2.0", id, result };
      return { status: 200, headers: {}, body: JSON.stringify(answer) };
    });
    const say = (method: string, message: JsonObject) => {
      const params = {
        protocol: "league.v2",
        sender: "referee:REF01",
        timestamp: now,
        conversation_id: "c-1",
        ...message,
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return handle({ method: "POST", path: "/mcp", contentType: "application/json", body });
    };
    const meta = { display_name: "J", version: "1", game_types: ["even_odd"], max_concurrent_matches: 1 };
    const referee_meta = { ...meta, contact_endpoint: urlOf(8101) };
    if (how !== undefined) await say(how, { message_type: "REFEREE_REGISTER_REQUEST", referee_meta });
    else {
      const body = JSON.stringify({ ...meta, endpoint: urlOf(8101), agent_type: "referee" });
      await handle({ method: "POST", path: "/register", contentType: "application/json", body });
    }
    gateway.peer(urlOf(8101)).form = new Forms("any").of(lowerNames);
    const query = {
      message_type: "LEAGUE_QUERY",
      league_id: "L",
      query_type: "GET_STANDINGS",
      query_params: {},
    };
    if (isShown) await say("league_query", { ...query, auth_token: "given" });
    await say("league_query", query);
    expect(taken.at(-1)?.auth_token).toBe(expected);
  },
);
