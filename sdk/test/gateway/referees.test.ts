/** Referees of the wild in our league, all at its defaults: each plays every match once, and the standings are right. */
import { expect, it } from "vitest";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { createLeagueManager, createPlayer } from "./agents.js";
import { compactTimes } from "./peers/compact-times.js";
import { flatOrderReferees } from "./peers/flat-order-referees.js";
import { wildReferees } from "./peers/referees.js";
import { refereesOfOneDocument } from "./peers/referees-of-one-document.js";
import { reservedReferees } from "./peers/reserved-referees.js";
import { selfDescribingReferees } from "./peers/self-describing-referees.js";
import { type RefereeHabits, WildReferee } from "./peers/wild-referee.js";

const league = urlOf(8000);
/** The number is 4: those that choose "even" beat the one that chooses "odd", and draw with each other. */
const choices = ["even", "odd", "even"] as const;

async function playUnder(...habits: readonly RefereeHabits[]) {
  const platform = new SimulatedPlatform();
  const manager = platform.connect(
    createLeagueManager({ players: choices.length, referees: habits.length }),
    8000,
  );
  const directory = new Map(choices.map((_, index) => [`P0${index + 1}`, urlOf(8101 + index)]));
  const referees = habits.map((one, index) => {
    const self = {
      name: `${one.name}-${index}`,
      url: urlOf(8001 + index),
      id: `REF0${index + 1}`,
      directory,
    };
    return new WildReferee(one, self, platform.network, league);
  });
  for (const referee of referees) {
    platform.network.attach(referee.self.url, referee.handle);
    await referee.register();
  }
  const players = choices.map((choice, index) =>
    platform.connect(
      createPlayer({ displayName: `player-${index}`, choose: () => choice }),
      8101 + index,
      league,
    ),
  );
  const end = await platform.clock.run(manager.ended);
  await Promise.all([...players, manager].map((agent) => agent.close()));
  return { end, referees };
}

const sorted = (texts: readonly string[]) => texts.toSorted();

const all = [
  ...wildReferees,
  ...reservedReferees,
  ...selfDescribingReferees,
  ...refereesOfOneDocument,
  ...flatOrderReferees,
  compactTimes,
];

it.each(all.map((habits) => [habits.name, habits] as const))(
  "%s plays each match once",
  async (_name, habits) => {
    const { end, referees } = await playUnder(habits);
    const [referee] = referees;
    expect(referee?.failures).toEqual([]);
    expect(sorted(referee?.started ?? [])).toEqual(["R1M1", "R2M1", "R3M1"]);
    expect(referee?.understood).toEqual([...new Set(referee?.understood)]);
    expect(end.standings.map(({ points, wins, draws, losses }) => [points, wins, draws, losses])).toEqual([
      [4, 1, 1, 0],
      [4, 1, 1, 0],
      [0, 0, 0, 2],
    ]);
  },
);

it("all public referees play one league, each match once", async () => {
  const { end, referees } = await playUnder(...all);
  expect(sorted(referees.flatMap(({ started }) => started))).toEqual(["R1M1", "R2M1", "R3M1"]);
  expect(end.standings.map(({ points }) => points)).toEqual([4, 4, 0]);
});

it("a referee that reports a match before it answers the order gets later orders in its form only", async () => {
  const { referees } = await playUnder(...wildReferees.filter(({ name }) => name === "start-tool"));
  const about = (match: string) =>
    referees.flatMap(({ requests }) => requests.filter((one) => JSON.stringify(one).includes(match)));
  expect(about("R1M1").length).toBeGreaterThan(1);
  // Of the announcements it gets one, which it does not know.
  expect([...about("R2M1"), ...about("R3M1")].length).toBe(3);
});
