// The whole gate: every step runs, whatever the ones before it said; the last line counts steps and tests together.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "league-gate-"));
const results = join(scratch, "vitest.json");

/** In the order in which a fault is cheapest to find. */
const steps = [
  ["spec lint", "league-codegen", ["lint"]],
  ["generation drift", "league-codegen", ["generate", "--check"]],
  ["format and lint", "biome", ["ci", "."]],
  ["types and build", "npm", ["run", "--silent", "build"]],
  ["types of the tests", "tsc", ["-p", "tsconfig.test.json"]],
  ["tests", "vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`]],
  ["the suite's self-test", "league-conformance", ["self-test", "--repeats", "5"]],
  ["bench, small", process.execPath, [join(root, "bench", "run.mjs"), "--quick"]],
  ["packaging", process.execPath, [join(root, "scripts", "packaging.mjs")]],
];

let passed = 0;
let failed = 0;
for (const [title, command, args] of steps) {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: process.env });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${title}: ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  if (status === 0) passed += 1;
  else failed += 1;
}

try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, "utf8"));
  passed += numPassedTests;
  failed += numFailedTests;
} catch {
  failed += 1;
  console.log("the tests left no results");
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
