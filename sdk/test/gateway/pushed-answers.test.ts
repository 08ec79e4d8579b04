/** Answers that the player sends as requests: a referee that waits for them, and players that send them. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type MatchRecord,
  type PlayedMatch,
} from "./agents.js";
import { HeaderBodyManager, HeaderBodyPlayer, HeaderBodyReferee } from "./peers/header-body-agents.js";
import { type PushHabits, PushingPlayer } from "./peers/pushing-player.js";
import { league, underOurReferee } from "./peers/under-our-referee.js";
import { type WaitingHabits, WaitingReferee, waitingReferees } from "./peers/waiting-referee.js";

const choices = ["even", "odd"] as const;

/** Our two players play under this referee, in a league with which it does not register. */
async function meetUnder(habits: WaitingHabits, port: number) {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 3, referees: 1 }), 8000);
  const played: PlayedMatch[] = [];
  const players = choices.map((choice, index) => {
    const onMatch = (match: PlayedMatch) => void played.push(match);
    const player = createPlayer({ displayName: `p${index}`, choose: () => choice, onMatch });
    return platform.connect(player, 8101 + index, league);
  });
  await platform.clock.run(Promise.all(players.map(({ registered }) => registered)));
  const referee = new WaitingReferee(habits, urlOf(port), platform.network, platform.clock);
  platform.network.attach(referee.url, referee.handle);
  await platform.clock.run(referee.announce([urlOf(8101), urlOf(8102)]));
  await platform.clock.run(referee.play([urlOf(8101), urlOf(8102)]));
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(60_000, resolve)));
  await Promise.all([manager, ...players].map((agent) => agent.close()));
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

/** A player of this kind plays one of ours under our referee. @param to where it sends its answers */
async function meetOurs(habits: PushHabits, to = urlOf(8001)) {
  let player: PushingPlayer | undefined;
  const record = await underOurReferee((platform) => {
    player = new PushingPlayer(habits, urlOf(8102), to, platform.network, platform.clock);
    platform.network.attach(player.url, player.handle);
    return player.register(league);
  });
  return { player, record };
}

it.each<readonly [string, PushHabits]>([
  ["pushes join and choice before it answers", { choice: "pushed", delayMs: 0 }],
  ["answers at once and pushes its choice later", { choice: "pushed", delayMs: 4_000 }],
  ["pushes its join only", { choice: "answered", delayMs: 0 }],
])("our referee plays with a player that %s", async (_name, habits) => {
  const { player, record } = await meetOurs(habits);
  expect(record?.outcome.choices).toEqual({ P01: "odd", P02: "even" });
  expect(player?.refusals).toEqual([]);
  expect(player?.asked.filter((type) => type === "CHOOSE_PARITY_CALL")).toHaveLength(1);
});

it("an answer under the player's own id, sent to the league, is that of the one open call", async () => {
  const { record } = await meetOurs({ choice: "pushed", delayMs: 0, signsAs: "P01" }, league);
  expect(record?.outcome.choices).toEqual({ P01: "odd", P02: "even" });
});

it("two different pushed choices count as no choice", async () => {
  const { record } = await meetOurs({ choice: "both", delayMs: 0 });
  expect(record?.outcome.choices.P02).toBeNull();
});

// Agents that answer every request with an empty 202, and send their answers to the address in the request.

it("our referee plays with a player that answers in separate requests only, and sends each request once", async () => {
  let player: HeaderBodyPlayer | undefined;
  const record = await underOurReferee((platform) => {
    player = new HeaderBodyPlayer("P09", urlOf(8102), platform.network);
    const body = { playerId: "P09", endpoint: player.url };
    return player.register(league, "LEAGUE_REGISTER_REQUEST", body);
  });
  expect(Object.values(record?.outcome.choices ?? {}).toSorted()).toEqual(["even", "odd"]);
  for (const type of ["CHOOSE_PARITY_CALL", "GAME_OVER"])
    expect(player?.received.filter((one) => one === type)).toHaveLength(1);
});

it("our league and our players play under a referee of this kind, which gets its order once", async () => {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(createLeagueManager({ players: 2, referees: 1 }), 8000);
  const referee = new HeaderBodyReferee(urlOf(8001), platform.network, league);
  const body = { refereeId: "REF01", endpoint: new URL(referee.url).origin, gameTypes: ["even_odd"] };
  await platform.clock.run(referee.register(league, "REFEREE_REGISTER_REQUEST", body));
  const players = choices.map((choice, index) => {
    const player = createPlayer({ displayName: choice, choose: () => choice });
    return platform.connect(player, 8101 + index, league);
  });
  await platform.clock.run(manager.ended);
  const [first] = await manager.standings();
  expect(first).toMatchObject({ display_name: "even", wins: 1, points: 3 });
  // Tokens are for the league manager only.
  expect(referee.tokens.filter((token) => token !== undefined && token !== "none")).toEqual([]);
  await Promise.all([manager, ...players].map((agent) => agent.close()));
});

it("our players and our referee register with a manager of this kind, and it gets the result", async () => {
  const platform = new SimulatedPlatform();
  const manager = new HeaderBodyManager(league, platform.network);
  const records: MatchRecord[] = [];
  const onMatch = (record: MatchRecord) => void records.push(record);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const players = ["one", "two"].map((displayName, index) =>
    platform.connect(
      createPlayer({ displayName, choose: () => choices[index] ?? "odd" }),
      8101 + index,
      league,
    ),
  );
  const all = [referee, ...players];
  const registered = await platform.clock.run(Promise.all(all.map((agent) => agent.registered)));
  expect(registered.map(({ id }) => id)).toEqual(["Solomon", "one", "two"]);
  await platform.clock.run(manager.start());
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(60_000, resolve)));
  expect(records[0]?.outcome.choices).toEqual({ one: "even", two: "odd" });
  const winner = records[0]?.outcome.winner;
  expect(manager.reports).toHaveLength(1);
  expect(manager.reports[0]).toMatchObject({
    playerA: "one",
    playerB: "two",
    winner,
    token: "token-of-Solomon",
  });
  await Promise.all(all.map((agent) => agent.close()));
});
