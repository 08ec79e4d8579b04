/** V8 allocates some objects in its old generation at once: what these reference stays until the next full collection. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Prints the kilobytes that small collections leave of each league that is over. */
const program = `
  import { createPlayer, createReferee } from "${at("../src/index.ts")}";
  import { playLeague } from "${at("../src/testing/index.ts")}";
  const choose = ({ random }) => (random.below(2) === 0 ? "even" : "odd");
  const play = async (leagues) => {
    for (let league = 0; league < leagues; league++) {
      const players = ["A", "B"].map((displayName) => createPlayer({ displayName, choose }));
      await playLeague({ players, referees: [createReferee({ displayName: "R" })], seed: 1 });
      gc({ type: "minor" });
      gc({ type: "minor" });
    }
  };
  await play(60);
  gc();
  gc();
  const before = process.memoryUsage().heapUsed;
  await play(30);
  console.log((process.memoryUsage().heapUsed - before) / 30 / 1024);
`;

// A getter of each strategy's context, or of each request, kept the whole league: 100 kB.
test("small collections leave less than a third of a league that is over", () => {
  const flags = ["--expose-gc", "--no-allocation-site-pretenuring", "--min-semi-space-size=16"];
  const args = [...flags, "--import", at("../../tools/gate/load-sources.mjs"), "--input-type=module", "-e"];
  const kept = Number(execFileSync(process.execPath, [...args, program], { encoding: "utf8" }));
  console.info(`kept of a league: ${kept.toFixed(1)} kB`);
  expect(kept).toBeLessThan(35);
});
