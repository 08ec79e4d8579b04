// The whole gate: every step runs, whatever the others said; the last line counts steps and tests together.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { costTable, printInOrder } from "./in-order.mjs";
import { runStep } from "./run-step.mjs";
import { readResults, slowestFiles } from "./test-results.mjs";

const root = join(import.meta.dirname, "..", "..");
const scratch = mkdtempSync(join(tmpdir(), "league-gate-"));
const results = join(scratch, "vitest.json");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];

const step = (title, command, args) => ({ title, command, args });
const script = (title, path, ...args) => step(title, process.execPath, [join(root, path), ...args]);

/** Everything else runs on what this step builds. */
const build = step("types and build", "npm", ["run", "--silent", "build"]);

/** In the order in which a fault is cheapest to find. They fill the time in which the tests wait. */
const besideTheTests = [
  step("spec lint", "league-codegen", ["lint"]),
  step("generation drift", "league-codegen", ["generate", "--check"]),
  step("format and lint", "biome", ["ci", "."]),
  step("types of the tests", "tsc", ["-p", "tsconfig.test.json"]),
  step("the suite's self-test", "league-conformance", ["self-test", "--repeats", "5"]),
  script("packaging", "tools/packaging/main.mjs"),
].map((one) => ({ ...one, beside: true }));

const tests = step("tests", "vitest", ["run", ...reporters]);

const bench = script("bench, small", "tools/bench/run.mjs", "--quick");

/** Runs steps one after the other. Gives back a promise for each. */
function oneByOne(steps) {
  let last = Promise.resolve();
  return steps.map((one) => {
    last = last.then(() => runStep(one, { root, scratch }));
    return last;
  });
}

const started = performance.now();
const [built] = oneByOne([build]);
await built;
const [beside, alone] = [oneByOne(besideTheTests), oneByOne([tests, bench])];
const outcomes = await printInOrder([built, ...beside, ...alone]);
const wallSeconds = (performance.now() - started) / 1000;

const found = readResults(results);
rmSync(scratch, { recursive: true, force: true });
console.log(`\nTimes of the steps:\n${costTable(outcomes, wallSeconds)}`);
if (found === undefined) console.log("the tests left no results");
else console.log(`\nThe slowest test files:\n${slowestFiles(found, root)}`);

const { numPassedTests = 0, numFailedTests = 1 } = found ?? {};
const passed = outcomes.filter((one) => one.passed).length + numPassedTests;
const failed = outcomes.filter((one) => !one.passed).length + numFailedTests;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
