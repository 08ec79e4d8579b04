/** What agents keep of a league: what a small collection leaves, and what a full one leaves. Measured in a process of its own. */
import { expect, test } from "vitest";
import { outputOf, sdkSource } from "./program.js";

/** Prints the kilobytes that small collections leave of a league that is over, and that agents keep of a match of a running one. */
const program = `
  import { createLeagueManager, createPlayer, createReferee } from ${sdkSource("index.ts")};
  import { playLeague, SimulatedPlatform, urlOf } from ${sdkSource("testing/index.ts")};
  const choose = ({ random }) => (random.below(2) === 0 ? "even" : "odd");
  const playersOf = (count) =>
    Array.from({ length: count }, (_, index) => createPlayer({ displayName: "Player " + index, choose }));
  const playAndCollect = async (leagues, players) => {
    for (let league = 0; league < leagues; league++) {
      const referees = [createReferee({ displayName: "Referee" })];
      await playLeague({ players: playersOf(players), referees, seed: 1 });
      gc({ type: "minor" });
      gc({ type: "minor" });
    }
  };
  const kilobytes = () => process.memoryUsage().heapUsed / 1024;
  const collected = () => {
    gc();
    gc();
    return kilobytes();
  };

  await playAndCollect(60, 2);
  let before = collected();
  await playAndCollect(30, 2);
  const ofLeague = (kilobytes() - before) / 30;

  await playAndCollect(20, 10);
  const platform = new SimulatedPlatform({ seed: 1 });
  const manager = platform.connect(createLeagueManager({ players: 10, referees: 1 }), 8000);
  const referee = createReferee({ displayName: "Referee", maxConcurrentMatches: 5 });
  const members = [referee, ...playersOf(10)].map((agent, index) =>
    platform.connect(agent, 8001 + index, urlOf(8000)));
  await platform.clock.run(Promise.all(members.map(({ registered }) => registered)));
  before = collected();
  const { total_matches } = await platform.clock.run(manager.ended);
  console.log(JSON.stringify({ ofLeague, ofMatch: (collected() - before) / total_matches }));
`;

test("an ended league leaves the heap at a small collection, and a running one keeps little of each match", async () => {
  // Without the second flag V8 may allocate long-lived objects where small collections leave them.
  const flags = ["--expose-gc", "--no-allocation-site-pretenuring", "--min-semi-space-size=16"];
  const { ofLeague, ofMatch } = JSON.parse(await outputOf(program, flags));
  console.info(
    `kept of a league that is over: ${ofLeague.toFixed(1)} kB, of a match: ${ofMatch.toFixed(1)} kB`,
  );
  // A getter of its own in each context of a strategy, or in each request, kept the whole league: 80 kB.
  expect(ofLeague).toBeLessThan(28);
  // A referee that kept its finished matches with their transcripts and requests came to 12 kB.
  expect(ofMatch).toBeLessThan(9);
});
