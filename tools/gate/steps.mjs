// The steps of the gate: each in a process of its own, with its output, its exit status, its wall time and its CPU time. Steps that
// run side by side are printed one after the other, in the order of the list.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The shell's `time` counts the processes that a command has waited for; Node has no such count. */
const TIMED = `TIMEFORMAT="%U %S"; { time "$0" "$@" 2>&4 4>&- 3>&-; } 4>&2 2>&3`;

/** So much does a step beside the tests give way to them: some tests wait for deadlines in real time. */
const LOW_PRIORITY = ["nice", "-n", "5"];

/**
 * @param step title, command and arguments; `beside` if it runs beside the tests, at a low priority
 * @param place the folder in which it runs, one for its output, and the environment
 */
export async function runStep({ title, command, args, beside = false }, { root, scratch, env }) {
  const name = join(scratch, title.replaceAll(/\W+/g, "-"));
  const [output, cpu] = [openSync(`${name}.out`, "a"), openSync(`${name}.cpu`, "a")];
  const words = [...(beside ? LOW_PRIORITY : []), command, ...args];
  const started = performance.now();
  const stdio = ["ignore", output, output, cpu];
  const child = spawn("bash", ["-c", TIMED, ...words], { cwd: root, env, stdio });
  const [status] = await once(child, "close");
  const wallSeconds = (performance.now() - started) / 1000;
  for (const file of [output, cpu]) closeSync(file);
  return {
    title,
    passed: status === 0,
    wallSeconds,
    cpuSeconds: readFileSync(`${name}.cpu`, "utf8")
      .split(/\s+/)
      .reduce((sum, seconds) => sum + Number(seconds), 0),
    output: readFileSync(`${name}.out`, "utf8"),
  };
}

/** @param steps promises of outcomes, in the order in which they are printed */
export async function printInOrder(steps) {
  const outcomes = [];
  for (const step of steps) {
    const outcome = await step;
    outcomes.push(outcome);
    console.log(`\n== ${outcome.title}\n${outcome.output.trimEnd()}`);
    console.log(`== ${outcome.title}: ${verdictOf(outcome)} in ${timesOf(outcome)}`);
  }
  return outcomes;
}

/** A line for each step, and one for all of them. */
export function costTable(outcomes, wallSeconds) {
  const total = outcomes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const rows = [...outcomes, { title: "the whole gate", cpuSeconds: total, wallSeconds }];
  const width = Math.max(...rows.map(({ title }) => title.length));
  return rows.map((row) => `${row.title.padEnd(width)}  ${timesOf(row)}`).join("\n");
}

const verdictOf = ({ passed }) => (passed ? "passed" : "FAILED");

const timesOf = ({ wallSeconds, cpuSeconds }) =>
  `${wallSeconds.toFixed(1).padStart(6)} s, CPU ${cpuSeconds.toFixed(1).padStart(6)} s`;
