/**
 * `npm run soak -- --matches N`: tests that memory use does not grow with the number of matches.
 * `npm run soak -- --http`: measures how many matches a second are played over HTTP.
 */
import { systemClock } from "@league-v2/sdk";
import { countProgress, screenOn } from "../../reference-agents/dist/esm/terminal/index.js";
import { runTool, wholeNumber } from "../build/run-tool.ts";
import { HeapSeries } from "./heap-series.ts";
import { load, soak } from "./soak.ts";

const help = `Usage: npm run soak -- [options]

  --matches <n>   how many are played in memory (default: 10000)
  --http          measures the speed over HTTP instead
  --players <n>   players of a league (default: 16)
  --referees <n>  referees of a league (default: 4)
  --seed <n>      the same leagues again (default: 1)
`;

const samplings = 20;
const msPerSecond = 1000;
const steps = [1, 2, 4, 8, 16];

await runTool(
  help,
  {
    matches: { type: "string", default: "10000" },
    players: { type: "string", default: "16" },
    referees: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    http: { type: "boolean", default: false },
  },
  async ({ http, ...numbers }) => {
    const players = wholeNumber("players", numbers.players, 2);
    const referees = wholeNumber("referees", numbers.referees, 1);
    if (http) await soakOverHttp(players, referees);
    else {
      const matches = wholeNumber("matches", numbers.matches, 1);
      await soakInMemory({ matches, seed: wholeNumber("seed", numbers.seed), players, referees });
    }
    return 0;
  },
);

async function soakOverHttp(players: number, referees: number): Promise<void> {
  await load({ players, referees, steps }, ({ leagues, matchesPerSecond, processor, msPerMatch }) =>
    process.stdout.write(
      `${leagues} leagues at a time: ${matchesPerSecond.toFixed(0)} matches a second, ${processor.toFixed(2)} cores, ${msPerMatch.toFixed(2)} ms of processor time a match\n`,
    ),
  );
}

async function soakInMemory(
  plan: Pick<Parameters<typeof soak>[0], "matches" | "seed" | "players" | "referees">,
): Promise<void> {
  const { matches } = plan;
  const heap = new HeapSeries();
  const begun = systemClock.now();
  const progress = await countProgress({
    ...{ what: "matches", all: matches, clock: systemClock },
    screen: screenOn(process.stderr, process.env),
    // The measurements are printed on separate lines.
    line: () => {},
  });
  let next = 0;
  const played = await soak({
    ...plan,
    onLeague(done) {
      progress.onDone(done);
      if (done < next) return;
      progress.end();
      heap.measure(done);
      next = done + matches / samplings;
    },
  });
  progress.end();
  const seconds = (systemClock.now() - begun) / msPerSecond;
  process.stdout.write(
    `${played} matches in ${seconds.toFixed(0)} s (${(played / seconds).toFixed(0)} a second); ${heap.describe("matches")}\n`,
  );
}
