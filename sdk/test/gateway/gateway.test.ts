/** The gateway as a whole: what it leaves untouched, whom it lets play each other, and what it knows after a restart. */
import { methods } from "@league-v2/contract";
import { expect, it } from "vitest";
import type { HttpHandler, OutgoingRequest, Transport } from "../../src/index.js";
import { MemoryNetwork } from "../../src/memory/index.js";
import { sleep } from "../../src/platform/clock.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { Forms } from "../../src/wire/form/forms.js";
import { canonical } from "../../src/wire/form/profiles.js";
import { Gateway } from "../../src/wire/gateway/gateway.js";
import { MatchFacts } from "../../src/wire/gateway/matches/match-facts.js";
import { Peer } from "../../src/wire/gateway/peer.js";
import { Peers } from "../../src/wire/gateway/peers.js";
import {
  type FormsOptions,
  type PeerRecord,
  type ProfileDocument,
  type WireProfile,
  withForms,
} from "../../src/wire/index.js";
import type { JsonObject } from "../../src/wire/message/types.js";
import { FormPlayer } from "../forms/form-player.js";
import { FormReferee } from "../forms/form-referee.js";
import { canonicalForm, frequentForms, type RandomForm } from "../forms/random-form.js";
import { type Body, bodyOf, handlerOf, rpcError, rpcResult } from "./peers/json-rpc.js";
import { rpc } from "./peers/player.js";
import { league, SimulatedLeague, type Wrap } from "./simulated-league.js";

const posted = { method: "POST", contentType: "application/json" };
const lowerNames: WireProfile = { ...canonical, name: "lower-names", method: "message_type_lower" };
const random = { bytes: (length: number) => new Uint8Array(length), below: () => 0 };
const now = "2025-12-20T10:00:00.000Z";

/** A request with a message, under the contract's method for it. */
function requestOf(message: JsonObject) {
  const row = Object.values(methods).find(({ request }) => request === message.message_type);
  const envelope = { protocol: "league.v2", sender: "league_manager", timestamp: now };
  return rpc(String(row?.name), { ...envelope, conversation_id: "conv-1", ...message });
}

interface Before extends FormsOptions {
  readonly role?: "league_manager" | "referee";
}

/** The gateway of an agent of ours before this peer, and the requests that the peer gets, with their times. */
function before(peer: HttpHandler, { role = "league_manager", ...options }: Before = {}) {
  const { clock } = new SimulatedPlatform();
  const sent: (OutgoingRequest & { at: number })[] = [];
  const network = new MemoryNetwork();
  const transport: Transport = {
    send: (request) => {
      sent.push({ ...request, at: clock.now() });
      return network.send(request);
    },
  };
  network.attach(urlOf(8101), peer);
  const gateway = new Gateway(
    role,
    { endpoint: league, clock, random, transport },
    { forms: "any", ...options },
  );
  const { signal } = new AbortController();
  /** The result with which the message is answered; empty without one. */
  const tell = async (message: JsonObject, more: Partial<OutgoingRequest> = {}): Promise<Body> => {
    const body = JSON.stringify(requestOf(message));
    const reply = await gateway.send({ url: urlOf(8101), body, signal, ...more }).catch(() => undefined);
    return bodyOf(bodyOf(JSON.parse(reply?.body ?? "{}")).result);
  };
  return { clock, sent, tell, gateway };
}

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
  await ours.run(ours.referee().registered);
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

/** A player of this form, registered with the league manager. */
async function joined(ours: SimulatedLeague, form: RandomForm, port = 8101) {
  const player = new FormPlayer(form, `player-${port}`, urlOf(port));
  await ours.join(player);
  return player;
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
    const form = frequentForms[ofPlayers];
    const players = [await joined(ours, form), await joined(ours, form, 8102)];
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
  await ours.run(ours.referee().registered);
  const form = frequentForms.oneMethod;
  const players = [await joined(ours, form), await joined(ours, form, 8102)];
  await ours.end();
  expect(players.map(({ results, server }) => [results.length, server.refused, server.harmless])).toEqual(
    players.map(() => [1, [], 0]),
  );
});

it("with the documents' forms only, players that register as methods and read tools only are found", async () => {
  const ours = new SimulatedLeague(2, { wrap: (agent) => withForms(agent, { forms: "documented" }) });
  await ours.run(ours.referee().registered);
  const form: RandomForm = { ...canonicalForm, place: "tool", reply: "content", describes: "tools" };
  const players = [8101, 8102].map((port) => new FormPlayer(form, `tools-${port}`, urlOf(port), true));
  for (const player of players) await ours.join(player);
  await ours.end();
  expect(players.map(({ results }) => results.length)).toEqual([1, 1]);
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
  const player = new FormPlayer(frequentForms.tools, "one", urlOf(8101));
  const { server } = player;
  player.me.id = "P01";
  const invite = async (match_id: string) => {
    const { clock, tell, gateway } = before(player.handle, { store });
    const match = {
      match_id,
      league_id: "L",
      round_id: 1,
      game_type: "even_odd",
      auth_token: "t".repeat(32),
    };
    const role = { sender: "referee:REF01", role_in_match: "PLAYER_A", opponent_id: "P02" };
    const join = await clock.run(tell({ message_type: "GAME_INVITATION", ...match, ...role }));
    gateway.close();
    expect(join).toMatchObject({ message_type: "GAME_JOIN_ACK", match_id, accept: true });
    return [server.understood.length, server.refused.length, server.harmless];
  };
  const [, refused = 0, harmless = 0] = await invite("R1M1");
  expect(harmless).toBeGreaterThan(1);
  // One question, whether it answers alike to everything.
  expect(await invite("R2M1")).toEqual([2, refused + 1, harmless + 1]);
});

/**
 * The status in the answer to our agent's message, by a peer that answers the one method like this and knows no other.
 * @param known what is saved about this peer
 */
async function answerTo(
  method: string,
  message: JsonObject,
  answer: JsonObject,
  known: Omit<PeerRecord, "endpoint"> = {},
  role: Before["role"] = "league_manager",
) {
  const peer = handlerOf(({ id, method: asked }) => {
    if (asked !== method) return rpcError(id, -32601, "Method not found");
    return { body: { ...(answer.result ? { jsonrpc: "2.0", id } : {}), ...answer } };
  });
  const store = { load: async () => [{ endpoint: urlOf(8101), ...known }], save: async () => {} };
  const { clock, tell } = before(peer, { role, store });
  const { status = "not acknowledged" } = await clock.run(tell({ sender: role, ...message }));
  return status;
}

const round = { league_id: "L", round_id: 1 };
const standings = { message_type: "LEAGUE_STANDINGS_UPDATE", ...round, standings: [] };
const announcement = { message_type: "ROUND_ANNOUNCEMENT", ...round, matches: [] };

it.each<[string, Omit<PeerRecord, "endpoint">]>([
  ["has had for it", { form: "canonical", exceptions: { [standings.message_type]: lowerNames } }],
  ["has had for all", { form: lowerNames }],
])("a restored gateway writes a message in the form that its peer %s", async (_which, known) => {
  const answer = { result: { status: "ok" } };
  const method = standings.message_type.toLowerCase();
  expect(await answerTo(method, standings, answer, known)).toBe("ACKNOWLEDGED");
  expect(await answerTo(method, standings, answer)).toBe("not acknowledged");
});

it("a message that a peer is known not to support is not sent to it", async () => {
  const known = { unsupported: [standings.message_type] };
  const answer = { result: { status: "ok" } };
  expect(await answerTo("update_standings", standings, answer)).toBe("ACKNOWLEDGED");
  expect(await answerTo("update_standings", standings, answer, known)).toBe("not acknowledged");
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

it("a peer that wants no requests for a while gets none, also of other messages", async () => {
  let isFirst = true;
  const peer = handlerOf(() => {
    const reply = isFirst ? { status: 429, headers: { "retry-after": "3" } } : { status: 404 };
    isFirst = false;
    return { ...reply, body: {} };
  });
  const { clock, sent, tell } = before(peer, { forms: "documented" });
  const start = clock.now();
  const first = tell(standings);
  await clock.advance(1_000);
  await clock.run(Promise.all([first, tell(announcement)]));
  expect(sent.map(({ at }) => at - start)).toEqual([0, 3_000, 3_000]);
});

const invitation = { message_type: "GAME_INVITATION", match_id: "R1M1", opponent_id: "P02" };

it("each message and each question to a peer has the guard of its addresses", async () => {
  const { clock, sent, tell } = before(handlerOf(() => ({ status: 400, body: {} })));
  const guard = { refuseAddress: () => null };
  await clock.run(tell(invitation, { guard }));
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.map((request) => request.guard)).toEqual(sent.map(() => guard));
});

it("a search for a form takes no longer than our agent repeats its message", async () => {
  const peer = handlerOf(async () => {
    await sleep(clock, 4_000);
    return { status: 400, body: {} };
  });
  const { clock, sent, tell } = before(peer);
  const start = clock.now();
  await clock.run(tell(invitation));
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
  ["leaves open whether it had its effect", "MATCH_RESULT_REPORT", locked],
  ["refuses it", "GAME_INVITATION", { code: -32008, message: "not now" }],
  ["wants no more", "GAME_INVITATION", { code: -32000, message: "slow down" }],
])("a message is sent in no other form after an answer that %s", async (_what, type, refusal) => {
  const peer = handlerOf(({ id, method }) => {
    const { code, message } = method === type ? refusal : { code: -32601, message: "Method not found" };
    return rpcError(id, code, message);
  });
  const { clock, sent, tell } = before(peer);
  await clock.run(tell({ message_type: type, match_id: "R1M1" }));
  const asked = sent.filter(({ body }) => body.includes("R1M1")).map(({ body }) => JSON.parse(body).method);
  expect(new Set(asked.slice(asked.indexOf(type)))).toEqual(new Set([type]));
});

it("a choice is asked for once where the form of the player says so", async () => {
  const about = { name: "ours", title: "Ours", description: "Asks once." };
  const forms = { ...about, extends: "canonical", asks: "once" } as const;
  const { clock, sent, tell } = before(
    handlerOf(() => ({ status: 500, body: {} })),
    { forms },
  );
  const call = { message_type: "CHOOSE_PARITY_CALL", match_id: "R1M1", player_id: "P01" };
  await clock.run(tell(call));
  const { length } = sent;
  await clock.run(tell(call));
  expect(sent).toHaveLength(length);
});

const order = {
  message_type: "RUN_MATCH",
  player_A_id: "P01",
  player_B_id: "P02",
  player_A_endpoint: urlOf(8102),
  player_B_endpoint: urlOf(8103),
};

it("an order that is answered with a note, and after which no player is invited, is no started match", async () => {
  const known = handlerOf(({ id, method }) =>
    method === "run_match" ? rpcResult(id, { note: "later" }) : rpcError(id, -32601, "Method not found"),
  );
  const { clock, sent, tell, gateway } = before(known);
  gateway.peer(urlOf(8101)).role = "referee";
  expect(await clock.run(tell({ ...order, match_id: "R1M1" }))).not.toHaveProperty("message_type");
  const asked = sent.map(({ body }) => JSON.parse(body).method);
  expect(asked.filter((method) => /match/i.test(method))).toEqual(["run_match"]);
});

it("a referee that has left out two matches is no longer asked", async () => {
  const { clock, sent, tell, gateway } = before(handlerOf(() => ({ status: 404, body: {} })));
  gateway.peer(urlOf(8101)).role = "referee";
  for (const match_id of ["R1M1", "R2M1", "R3M1"]) await clock.run(tell({ ...order, match_id }));
  const announced = sent.map(({ body }) => body).filter((body) => body.includes("ROUND_ANNOUNCEMENT"));
  expect([...new Set(announced.map((body) => /R\dM1/.exec(body)?.[0]))]).toEqual(["R1M1", "R2M1"]);
});

it.each<[string, (once: (conversation_id: string) => Promise<unknown>) => Promise<unknown[]>, string[]]>([
  ["later", async (once) => [await once("conv-1"), await once("conv-2")], ["conv-1", "conv-2"]],
  ["at once", (once) => Promise.all([once("conv-1"), once("conv-1")]), ["conv-1", "conv-1"]],
])(
  "a player is asked once for a choice that several callers ask for %s, and each call gets its answer",
  async (_when, ask, conversations) => {
    const ours = new SimulatedLeague(2);
    const { me, server } = await joined(ours, frequentForms.lower);
    const match = { match_id: "R1M1", game_type: "even_odd", player_id: me.id, auth_token: "t".repeat(32) };
    const your_standings = { wins: 0, losses: 0, draws: 0 };
    const context = { opponent_id: "P02", round_id: 1, your_standings };
    const call = {
      message_type: "CHOOSE_PARITY_CALL",
      sender: "referee:REF01",
      ...match,
      context,
      deadline: now,
    };
    const answers = await ask(async (conversation_id) => {
      const body = JSON.stringify(requestOf({ ...call, conversation_id }));
      const request = { ...posted, path: "/via/127.0.0.1:8101/mcp", body };
      const { result } = JSON.parse((await ours.run(ours.manager.handle(request))).body);
      return [result.parity_choice, result.conversation_id];
    });
    await ours.close();
    expect(answers).toEqual(conversations.map((one) => ["even", one]));
    expect(server.understood.filter((type) => type === call.message_type)).toHaveLength(1);
  },
);

it("the status of an acknowledgement may be in other letters", async () => {
  const head = { protocol: "league.v2", sender: "player:P01", timestamp: "2025-12-20T10:00:00.000Z" };
  const ack = { ...head, message_type: "ROUND_ANNOUNCEMENT_ACK", conversation_id: "conv-1", round_id: 1 };
  const result = { ...ack, status: "acknowledged" };
  expect(await answerTo("notify_round", announcement, { result })).toBe("ACKNOWLEDGED");
});

it("a report whose answer is no response and says nothing is not acknowledged", async () => {
  const report = { message_type: "MATCH_RESULT_REPORT", match_id: "R1M1" };
  const answer = { hello: ["world"] };
  expect(await answerTo("report_match_result", report, answer, {}, "referee")).toBe("not acknowledged");
});

it.each([
  ["has shown none gets the one that its league gave it", false, false, "given"],
  ["has shown one before gets none", false, true, undefined],
  ["was posted to /register, as in a document with tokens, gets none", true, false, undefined],
])(
  "a message without a token of a referee of another form that %s",
  async (_what, isPosted, isShown, expected) => {
    const { gateway } = before(handlerOf(() => ({ body: {} })));
    const taken: Body[] = [];
    const accepted = { status: "ACCEPTED", referee_id: "REF01", auth_token: "given" };
    const handle = gateway.handler(
      handlerOf(({ id, method, params }) => {
        taken.push(bodyOf(params));
        if (method === undefined) return { body: { ...accepted, agent_id: "REF01" } };
        return rpcResult(id, method === "register_referee" ? accepted : {});
      }),
    );
    const post = (path: string, body: object) => handle({ ...posted, path, body: JSON.stringify(body) });
    const say = (message: JsonObject) => post("/mcp", requestOf({ sender: "referee:REF01", ...message }));
    const meta = { display_name: "J", version: "1", game_types: ["even_odd"], max_concurrent_matches: 1 };
    const referee_meta = { ...meta, contact_endpoint: urlOf(8101) };
    if (isPosted) await post("/register", { ...meta, endpoint: urlOf(8101), agent_type: "referee" });
    else await say({ message_type: "REFEREE_REGISTER_REQUEST", referee_meta });
    gateway.peer(urlOf(8101)).form = new Forms("any").of(lowerNames);
    const query = {
      message_type: "LEAGUE_QUERY",
      league_id: "L",
      query_type: "GET_STANDINGS",
      query_params: {},
    };
    if (isShown) await say({ ...query, auth_token: "given" });
    await say(query);
    expect(taken.at(-1)?.auth_token).toBe(expected);
  },
);
