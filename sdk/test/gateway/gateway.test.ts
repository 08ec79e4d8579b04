/** The gateway as a whole: what it leaves untouched, whom it lets play each other, and what it knows after a restart. */
import { expect, it } from "vitest";
import * as core from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { Gateway } from "../../src/wire/gateway/gateway.js";
import { type PeerRecord, type ProfileDocument, withForms } from "../../src/wire/index.js";
import type { JsonObject } from "../../src/wire/types.js";
import { frequentForms } from "../forms/canonical-form.js";
import { FormPlayer } from "../forms/form-player.js";
import { FormReferee } from "../forms/form-referee.js";
import type { RandomForm } from "../forms/random-form.js";
import { createLeagueManager } from "./agents.js";

const league = urlOf(8000);
const random = { bytes: (length: number) => new Uint8Array(length), below: () => 0 };

/** The bodies on the network of a league of canonical agents, in their order. */
async function bodiesOf(
  wrap: <Running extends core.RunningAgent>(agent: core.Agent<Running>) => core.Agent<Running>,
) {
  const platform = new SimulatedPlatform();
  const bodies: string[] = [];
  const send = platform.network.send.bind(platform.network);
  platform.network.send = async (request) => {
    const reply = await send(request);
    bodies.push(`${request.url} ${request.body} ${reply.status} ${reply.body}`);
    return reply;
  };
  const manager = platform.connect(wrap(core.createLeagueManager({ players: 2, referees: 1 })), 8000);
  const referee = platform.connect(wrap(core.createReferee({ displayName: "Solomon" })), 8001, league);
  await platform.clock.run(referee.registered);
  const players = (["even", "odd"] as const).map((choice, index) =>
    platform.connect(
      wrap(core.createPlayer({ displayName: choice, choose: () => choice })),
      8101 + index,
      league,
    ),
  );
  await platform.clock.run(manager.ended);
  await Promise.all([...players, referee, manager].map((agent) => agent.close()));
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
async function join(platform: SimulatedPlatform, form: RandomForm, port: number): Promise<FormPlayer> {
  const player = new FormPlayer(form, `player-${port}`, urlOf(port));
  platform.network.attach(player.url, player.server.handler);
  await player.register(platform.network, league, false);
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
    const platform = new SimulatedPlatform();
    const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
    const own = frequentForms[ofReferee];
    const referee = new FormReferee(own, urlOf(8001), league, platform.network, own);
    platform.network.attach(referee.url, referee.server.handler);
    await referee.register();
    const players = [await join(platform, frequentForms[ofPlayers], 8101)];
    players.push(await join(platform, frequentForms[ofPlayers], 8102));
    const end = await platform.clock.run(manager.ended);
    await manager.close();
    expect([referee.begun, referee.troubles]).toEqual([["R1M1"], []]);
    for (const { server } of players)
      expect(server.understood.filter((type) => ofMatch.includes(type))).toEqual(ofMatch);
    // Both choose "even", and 4 is drawn.
    expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
  },
);

it("a form of the user is used at once: a player of this form gets no other message", async () => {
  const document: ProfileDocument = {
    ...{ name: "ours", title: "Ours", description: "One method.", extends: "canonical" },
    request: "message",
    method: { always: "handle_message" },
  };
  const platform = new SimulatedPlatform();
  const manager = core.createLeagueManager({ players: 2, referees: 1 });
  const running = platform.connect(withForms(manager, { forms: document }), 8000);
  const ours = withForms(core.createReferee({ displayName: "Solomon" }), { forms: document });
  const referee = platform.connect(ours, 8001, league);
  await platform.clock.run(referee.registered);
  const players = [await join(platform, frequentForms.oneMethod, 8101)];
  players.push(await join(platform, frequentForms.oneMethod, 8102));
  await platform.clock.run(running.ended);
  await Promise.all([referee, running].map((agent) => agent.close()));
  expect(players.map(({ results, server }) => [results.length, server.refused, server.harmless])).toEqual(
    players.map(() => [1, [], 0]),
  );
});

it("an unknown address behind /via is answered with 404, and never called", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  let calls = 0;
  platform.network.attach(urlOf(9999), async () => {
    calls += 1;
    return { status: 200, headers: {}, body: "{}" };
  });
  const request = { jsonrpc: "2.0", id: 1, method: "choose_parity", params: { match_id: "R1M1" } };
  const reply = await manager.handle({
    ...{ method: "POST", path: "/via/127.0.0.1:9999/mcp", contentType: "application/json" },
    body: JSON.stringify(request),
  });
  await manager.close();
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
  player.id = "P01";
  network.attach(player.url, server.handler);
  const invite = async (match_id: string) => {
    const context = { endpoint: league, clock, random, transport: network };
    const gateway = new Gateway("league_manager", context, { forms: "any", store });
    const envelope = { protocol: "league.v2", message_type: "GAME_INVITATION", sender: "referee:REF01" };
    const params = {
      ...{ ...envelope, conversation_id: "conv-1", timestamp: "2025-12-20T10:00:00.000Z", match_id },
      ...{ auth_token: "t".repeat(32), league_id: "L", round_id: 1, game_type: "even_odd" },
      ...{ role_in_match: "PLAYER_A", opponent_id: "P02" },
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "handle_game_invitation", params });
    const { signal } = new AbortController();
    const reply = await clock.run(gateway.send({ url: player.url, body, signal }));
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

/** Our agent's message to a peer that answers the one method like this and knows no other. @returns its type and status */
async function answerTo(
  role: "league_manager" | "referee",
  method: string,
  message: JsonObject,
  answer: JsonObject,
) {
  const { network, clock } = new SimulatedPlatform();
  network.attach(urlOf(8101), async ({ body }) => {
    const { id, method: asked } = JSON.parse(String(body));
    const unknown = { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
    const said = asked === method ? { ...(answer.result ? { jsonrpc: "2.0", id } : {}), ...answer } : unknown;
    return { status: 200, headers: {}, body: JSON.stringify(said) };
  });
  const gateway = new Gateway(
    role,
    { endpoint: league, clock, transport: network, random },
    { forms: "any" },
  );
  const now = "2025-12-20T10:00:00.000Z";
  const whole = {
    protocol: "league.v2",
    sender: role,
    timestamp: now,
    conversation_id: "conv-1",
    ...message,
  };
  const call = { type: String(message.message_type), message: whole, id: 1, about: {}, replyTo: league, now };
  const asked = gateway.ask(gateway.peer(urlOf(8101)), call).catch(() => ({ status: "not acknowledged" }));
  return (await clock.run<JsonObject>(asked)).status;
}

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
