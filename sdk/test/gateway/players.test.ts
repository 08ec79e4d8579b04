/** Public players under our manager and referee, all at their defaults. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer, createReferee, type MatchRecord } from "./agents.js";
import { wildPlayers } from "./peers/players.js";
import { contentInData } from "./peers/players-with-typed-models.js";
import { type PlayerHabits, WildPlayer } from "./peers/wild-player.js";

const league = urlOf(8000);

/** Wild players, one of ours that chooses "odd", one referee of ours, and our manager. */
async function playLeague(habits: readonly PlayerHabits[]) {
  const platform = new SimulatedPlatform();
  const records: MatchRecord[] = [];
  const manager = platform.connect(createLeagueManager({ players: habits.length + 1, referees: 1 }), 8000);
  const referee = createReferee({ displayName: "Solomon", onMatch: (record) => void records.push(record) });
  const running = platform.connect(referee, 8001, league);
  await platform.clock.run(running.registered);
  const players = habits.map((one, index) => {
    const me = { name: `${one.name}-${index}`, url: urlOf(8101 + index), choice: "even" } as const;
    return new WildPlayer(one, me, `P${String(index + 1).padStart(2, "0")}`);
  });
  for (const player of players) {
    platform.network.attach(player.me.url, player.handle);
    await player.register(platform.network, league);
  }
  const ours = platform.connect(createPlayer({ displayName: "ours", choose: () => "odd" }), 8190, league);
  await platform.clock.run(ours.registered);
  const end = await platform.clock.run(manager.ended);
  await Promise.all([running, ours, manager].map((agent) => agent.close()));
  return { end, records, players };
}

function mustBeSound({ end, records, players }: Awaited<ReturnType<typeof playLeague>>): void {
  const size = players.length + 1;
  expect(records.map(({ outcome, reported }) => [outcome.status, outcome.choices, reported])).toEqual(
    records.map(({ player_A_id: a, player_B_id: b }) => {
      const choice = (id: string) => (players.some(({ me }) => me.id === id) ? "even" : "odd");
      return [expect.not.stringMatching("TECHNICAL_LOSS"), { [a]: choice(a), [b]: choice(b) }, true];
    }),
  );
  expect(records).toHaveLength((size * (size - 1)) / 2);
  const points = (id: string) => records.reduce((sum, { outcome }) => sum + (outcome.score[id] ?? 0), 0);
  expect(end.standings.map((row) => row.points)).toEqual(end.standings.map((row) => points(row.player_id)));
  for (const { understood, me } of players) {
    expect([me.name, new Set(understood).size]).toEqual([me.name, understood.length]);
    for (const type of ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"]) {
      expect([me.name, type, understood.filter((one) => one.startsWith(`${type} `)).length]).toEqual([
        me.name,
        type,
        size - 1,
      ]);
    }
  }
}

it.each(wildPlayers.map((habits) => [habits.name, habits] as const))(
  "two players %s play with their own choices, and get no message twice",
  async (_name, habits) => mustBeSound(await playLeague([habits, habits])),
);

it("a player whose content is in one object, with ids of a pattern, plays with its own choice", async () =>
  mustBeSound(await playLeague([contentInData])));

it("all public players play one league until it has a champion", async () =>
  mustBeSound(await playLeague(wildPlayers)));
