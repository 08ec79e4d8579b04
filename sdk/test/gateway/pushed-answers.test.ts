/** Answers that the player sends as requests: a referee that waits for them, and players that send them. */
import { expect, it } from "vitest";
import { urlOf } from "../../src/testing/index.js";
import { PushedAnswers } from "../../src/wire/gateway/matches/pushed-answers.js";
import { post } from "./peers/json-rpc.js";
import { PlayerInForm, rpc } from "./peers/player.js";
import {
  type PushHabits,
  pushingPlayer,
  type WaitingHabits,
  WaitingReferee,
  waitingReferees,
} from "./peers/pushed-answers.js";
import { league, type PlayedMatch, SimulatedLeague } from "./simulated-league.js";

const choices = ["even", "odd"] as const;

/** Our two players play under this referee, in a league with which it does not register. */
async function meetUnder(habits: WaitingHabits, port: number) {
  const ours = new SimulatedLeague(3);
  const played: PlayedMatch[] = [];
  const onMatch = (match: PlayedMatch) => void played.push(match);
  const players = choices.map((choice, index) => ours.player(choice, 8101 + index, { onMatch }));
  await ours.run(Promise.all(players.map(({ registered }) => registered)));
  const { network, clock } = ours.platform;
  const referee = new WaitingReferee(habits, urlOf(port), network, clock);
  network.attach(referee.url, referee.handle);
  await ours.run(referee.announce([urlOf(8101), urlOf(8102)]));
  await ours.run(referee.play([urlOf(8101), urlOf(8102)]));
  await clock.advance(60_000);
  await ours.close();
  return { referee, played };
}

it.each(waitingReferees.map((habits) => [habits.name, habits] as const))(
  "our players give their answers as requests to a referee that %s, each once",
  async (_name, habits) => {
    const { referee, played } = await meetUnder(habits, habits.port);
    expect(referee.joins.toSorted()).toEqual(["P01", "P02"]);
    expect(referee.choices).toEqual(["P01 even", "P02 odd"]);
    expect(played.map(({ end }) => end)).toEqual(["win", "loss"]);
    expect(referee.requests).toBeLessThanOrEqual(2 * 7);
    expect(referee.tokens).toEqual([]);
  },
);

it("a slow referee that reads answers from responses gets no answer as a request", async () => {
  const [habits] = waitingReferees;
  if (habits === undefined) throw new Error("there is no referee");
  const { referee, played } = await meetUnder({ ...habits, takes: "responses" }, 8001);
  expect(played).toHaveLength(2);
  expect(referee.joins).toEqual([]);
  expect(referee.requests).toBeGreaterThan(0);
});

it.each([
  ["another host", "http://10.9.9.9:8001/mcp", 0],
  ["itself", "http://localhost:8101/mcp", 1],
])("our player sends its answers not to %s, whatever a message says", async (_where, address, count) => {
  const ours = new SimulatedLeague(2);
  const { platform } = ours;
  await ours.run(ours.player("odd", 8101).registered);
  const hosts: string[] = [];
  const send = platform.network.send.bind(platform.network);
  platform.network.send = (request) => {
    hosts.push(new URL(request.url).port);
    return send(request);
  };
  const match = { match_id: "R1M1", round_id: 1, role_in_match: "PLAYER_A", opponent_id: "P02" };
  const invitation = {
    message_type: "GAME_INVITATION",
    sender: "judge",
    referee_endpoint: address,
    ...match,
  };
  await ours.run(post(platform.network, urlOf(8101), rpc("GAME_INVITATION", invitation)));
  await platform.clock.advance(60_000);
  await ours.close();
  expect(hosts.filter((port) => port === new URL(address).port)).toHaveLength(count);
});

/** A player of this kind plays one of ours under our referee. @param to where it sends its answers */
async function meetOurs(habits: PushHabits, to = urlOf(8001)) {
  const refusals: unknown[] = [];
  const asked: string[] = [];
  const ours = new SimulatedLeague(2);
  const { network, clock } = ours.platform;
  await ours.run(ours.referee().registered);
  await ours.run(ours.player("odd", 8101).registered);
  const form = pushingPlayer(habits, to, network, clock, refusals);
  await ours.join(new PlayerInForm(form, { name: "pushes", url: urlOf(8102), choice: "even" }, "P02", asked));
  await ours.end();
  return { refusals, asked, record: ours.records[0] };
}

it.each<readonly [string, PushHabits]>([
  ["pushes join and choice before it answers", { choice: "pushed", delayMs: 0 }],
  ["answers at once and pushes its choice later", { choice: "pushed", delayMs: 4_000 }],
  ["pushes its join only", { choice: "answered", delayMs: 0 }],
])("our referee plays with a player that %s", async (_name, habits) => {
  const { refusals, asked, record } = await meetOurs(habits);
  expect(record?.outcome.choices).toEqual({ P01: "odd", P02: "even" });
  expect(refusals).toEqual([]);
  expect(asked.filter((one) => one.startsWith("CHOOSE_PARITY_CALL"))).toHaveLength(1);
});

it("an answer under the player's own id, sent to the league, is that of the one open call", async () => {
  const { record } = await meetOurs({ choice: "pushed", delayMs: 0, signsAs: "P01" }, league);
  expect(record?.outcome.choices).toEqual({ P01: "odd", P02: "even" });
});

it("two different pushed choices count as no choice", async () => {
  const { record } = await meetOurs({ choice: "both", delayMs: 0 });
  expect(record?.outcome.choices.P02).toBeNull();
});

it("a pushed answer goes to the call that waits for it, and is refused where none does", () => {
  const pushed = new PushedAnswers();
  const call = { type: "CHOOSE_PARITY_RESPONSE", match_id: "R1M1", peer: undefined } as const;
  const answer = { ...call, player_id: "P01", choice: "even", message: {} };
  const first = pushed.open({ ...call, recipient: "P01" });
  const other = pushed.open({ ...call, recipient: "P02", via: urlOf(8000) });
  const stranger = pushed.take({ ...answer, player_id: "P09" }, undefined);
  expect(stranger).toEqual({ why: "P09 is none of the players that are asked" });
  expect(pushed.take({ ...answer, choice: undefined }, undefined)).toEqual({ why: "it holds no choice" });
  expect(pushed.take(answer, undefined)).toBe(true);
  expect(pushed.take({ ...answer, player_id: "P02" }, undefined)).toEqual({ via: urlOf(8000) });
  other.close(false);
  first.close(false);
  expect(pushed.take(answer, undefined)).toEqual({ why: "no CHOOSE_PARITY_RESPONSE is awaited in R1M1" });
  pushed.open({ ...call, recipient: "P01" }).close(true);
  expect(pushed.take(answer, undefined)).toBe(true);
});
