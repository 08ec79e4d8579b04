// One step of the gate in a process of its own: its output, its exit status, its wall time and its CPU time.
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
