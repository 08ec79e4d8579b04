/**
 * `npm run soak -- --matches N`: tests that memory use does not grow with the number of matches.
 * `npm run soak -- --http`: measures how many matches a second are played over HTTP.
 */
import { parseArgs } from "node:util";
import { systemClock } from "@league-v2/sdk";
import { countProgress, screenOn } from "../../reference-agents/dist/esm/terminal/index.js";
import { HeapSeries } from "./heap-series.ts";
import { load, soak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    matches: { type: "string", default: "10000" },
    players: { type: "string", default: "16" },
    referees: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
    http: { type: "boolean", default: false },
  },
});

const samplings = 20;
const msPerSecond = 1000;
const steps = [1, 2, 4, 8, 16];

if (values.http) {
  await load(
    { players: Number(values.players), referees: Number(values.referees), steps },
    ({ leagues, matchesPerSecond, processor, msPerMatch }) =>
      process.stdout.write(
        `${leagues} leagues at a time: ${matchesPerSecond.toFixed(0)} matches a second, ${processor.toFixed(2)} cores, ${msPerMatch.toFixed(2)} ms of processor time a match\n`,
      ),
  );
} else {
  await soakInMemory();
}

async function soakInMemory(): Promise<void> {
  const matches = Number(values.matches);
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
    matches,
    seed: Number(values.seed),
    players: Number(values.players),
    referees: Number(values.referees),
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
