/** What agents keep of a league, measured in processes of their own: what a full collection leaves, and what a small one leaves. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const prelude = `
  import { createLeagueManager, createPlayer, createReferee } from "${at("../src/index.ts")}";
  import { playLeague, SimulatedPlatform, urlOf } from "${at("../src/testing/index.ts")}";
  const choose = ({ random }) => (random.below(2) === 0 ? "even" : "odd");
  const playersOf = (count) =>
    Array.from({ length: count }, (_, index) => createPlayer({ displayName: "Player " + index, choose }));
  const play = (count) =>
    playLeague({ players: playersOf(count), referees: [createReferee({ displayName: "Referee" })], seed: 1 });
  const kilobytes = () => process.memoryUsage().heapUsed / 1024;
`;

/** The number that the program prints. */
function printed(program: string, flags: readonly string[]): number {
  const sources = ["--import", at("../../tools/gate/load-sources.mjs"), "--input-type=module"];
  const args = ["--expose-gc", ...flags, ...sources, "-e", prelude + program];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

// A getter of each strategy's context, or of each request, kept the whole league: 80 kB.
test("small collections leave less than a third of a league that is over", () => {
  // Without the second flag V8 may allocate long-lived objects where small collections leave them.
  const flags = ["--min-semi-space-size=16", "--no-allocation-site-pretenuring"];
  const program = `
    const playAndCollect = async (leagues) => {
      for (let league = 0; league < leagues; league++) {
        await play(2);
        gc({ type: "minor" });
        gc({ type: "minor" });
      }
    };
    await playAndCollect(60);
    gc();
    gc();
    const before = kilobytes();
    await playAndCollect(30);
    console.log((kilobytes() - before) / 30);`;
  const kept = printed(program, flags);
  console.info(`kept of a league: ${kept.toFixed(1)} kB`);
  expect(kept).toBeLessThan(28);
});

// A referee that kept its finished matches with their transcripts and requests came to 13 kB.
test("the agents of a running league keep less than 10 kB of each match", () => {
  const program = `
    for (let league = 0; league < 25; league++) await play(10);
    const platform = new SimulatedPlatform({ seed: 1 });
    const manager = platform.connect(createLeagueManager({ players: 10, referees: 1 }), 8000);
    const referee = createReferee({ displayName: "Referee", maxConcurrentMatches: 5 });
    const members = [referee, ...playersOf(10)].map((agent, index) =>
      platform.connect(agent, 8001 + index, urlOf(8000)));
    await platform.clock.run(Promise.all(members.map(({ registered }) => registered)));
    gc();
    gc();
    const before = kilobytes();
    const { total_matches } = await platform.clock.run(manager.ended);
    gc();
    gc();
    console.log((kilobytes() - before) / total_matches);`;
  const kept = printed(program, []);
  console.info(`kept of a match: ${kept.toFixed(1)} kB`);
  expect(kept).toBeLessThan(10);
});
