// The whole gate: every step runs, also after a failed one; the last line counts steps and tests together.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pythonFirst } from "./python-first.ts";
import { costTable, printInOrder, runStep } from "./steps.mjs";
import { failuresIn, readResults, repeatedIn, slowestFiles } from "./test-results.mjs";

const root = join(import.meta.dirname, "..", "..");
const scratch = mkdtempSync(join(tmpdir(), "league-gate-"));
const step = (title, command, args) => ({ title, command, args });
const programs = join(scratch, "programs");
mkdirSync(programs);
const env = pythonFirst(programs, process.env);
const script = (title, path, ...args) => step(title, process.execPath, [join(root, path), ...args]);

/** The one that `npm run build` compiles with: native code, which takes a third of the time. */
const compiler = "tools/build/node_modules/typescript/bin/tsc";

/** Of a step that failed; what it said before stands above. */
const LAST_LINES = 15;

/** Everything else runs on what this step builds. */
const build = step("types and build", "node", ["--run", "build"]);

/** Each further thread loads and compiles everything again, which costs a quarter of all tests; other steps run beside it. */
const threads = Math.max(1, Math.floor(availableParallelism() / 2));

/** For a step that fills the time in which the tests wait. */
const beside = (one) => ({ ...one, beside: true });

/** In the order in which a fault is cheapest to find. */
const checks = [
  // It generates nothing from a specification in which the lint finds a fault.
  step("spec lint and generation drift", "league-codegen", ["generate", "--check"]),
  step("format and lint", "biome", ["ci", "."]),
  step("directions of imports", "node", ["--run", "imports"]),
  script("types of the tests", compiler, "-p", "tsconfig.test.json"),
].map(beside);

/**
 * It mostly waits for agents, and takes almost as long as all tests: it starts with them, and not after the checks. More threads
 * would slow down the tests beside it.
 */
const few = ["--parallel", String(threads)];
const selfTest = beside(step("the suite's self-test", "league-conformance", ["self-test", ...few]));

/** A run of vitest over some of its projects, which leaves its results in a file of its own. */
function tests(title, projects, ...options) {
  const results = join(scratch, `${title.replaceAll(" ", "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const chosen = projects.flatMap((name) => ["--project", name]);
  return { ...step(title, "vitest", ["run", ...chosen, ...options, ...reporters]), results };
}

/** Those that wait for processes have the processors first, and two threads more: the others use what is left. */
const workers = (count) => ["--maxWorkers", String(count)];
const waiting = tests("tests of processes", ["processes", "alone", "processor"], ...workers(threads + 2));
const computing = beside(tests("tests", ["shared"], ...workers(threads)));

/** After the tests that wait, so that this row of steps ends with the others. */
const packaging = script("packaging", "tools/packaging/main.mjs");
const bench = script("bench, small", "tools/bench/main.ts", "--quick");

/** Runs steps one after the other. Gives back a promise for each. */
function oneByOne(steps) {
  let last = Promise.resolve();
  return steps.map((one) => {
    last = last.then(() => runStep(one, { root, scratch, env }));
    return last;
  });
}

const lastLines = (output) => output.trimEnd().split("\n").slice(-LAST_LINES).join("\n");

const started = performance.now();
const [built] = oneByOne([build]);
await built;
const outcomes = await printInOrder([
  built,
  ...oneByOne(checks),
  ...oneByOne([selfTest]),
  ...oneByOne([computing]),
  ...oneByOne([waiting, packaging, bench]),
]);
const wallSeconds = (performance.now() - started) / 1000;

const found = [computing, waiting].map(({ results }) => readResults(results));
rmSync(scratch, { recursive: true, force: true });
console.log(`\nTimes of the steps:\n${costTable(outcomes, wallSeconds)}`);
console.log(`\nThe slowest test files:\n${slowestFiles(found, root)}`);

/** A test that passes at its second try fails no gate, and is not hidden either. */
const repeated = repeatedIn(found, root);
if (repeated.length > 0) console.log(`\nPassed when repeated:\n${repeated.join("\n")}`);

/** At the end once more: who reads only the end of a long output must find what failed. */
const failures = [
  ...outcomes
    .filter(({ passed }) => !passed)
    .map(({ title, output }) => `${title}: FAILED\n${lastLines(output)}`),
  ...failuresIn(found, root),
];
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join("\n")}`);

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const isPassed = (one) => one.passed;
const passed = outcomes.filter(isPassed).length + sum(found.map((one) => one.numPassedTests));
const failed =
  outcomes.length - outcomes.filter(isPassed).length + sum(found.map((one) => one.numFailedTests));
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
