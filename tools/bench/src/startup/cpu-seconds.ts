/** The processor time of other programs: user and system together, as the shell counts it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Prints the process id of the program, waits for its end without a message about a kill, and prints the times. */
const SCRIPT = '"$0" "$@" >/dev/null 2>&1 & echo $!; wait $! 2>/dev/null; times';

export interface Started {
  readonly pid: number;
  /** Resolves when the program has ended, in seconds. */
  readonly cpuSeconds: Promise<number>;
}

/** Starts a program whose processor time is wanted. */
export async function start(command: readonly string[]): Promise<Started> {
  const shell = spawn("bash", ["-c", SCRIPT, ...command], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface(shell.stdout);
  const [pid] = await once(lines, "line");
  const rest: string[] = [];
  lines.on("line", (line) => rest.push(line));
  const cpuSeconds = once(lines, "close").then(() => secondsOfChildren(rest));
  return { pid: Number(pid), cpuSeconds };
}

/** The processor time of a program from its start to its end. */
export async function cpuSecondsOf(command: readonly string[]): Promise<number> {
  return (await start(command)).cpuSeconds;
}

/** `times` prints the shell's own time in one line and that of its children in the next: `0m0.102s 0m0.031s`. */
export function secondsOfChildren(lines: readonly string[]): number {
  const [user, system] = (lines.at(-1) ?? "").split(" ").map(secondsIn);
  if (user === undefined || system === undefined)
    throw new Error(`the shell printed no times: ${lines.join(" ")}`);
  return user + system;
}

function secondsIn(text: string): number {
  const [, minutes, seconds] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [];
  if (minutes === undefined || seconds === undefined) throw new Error(`"${text}" is not a time`);
  return 60 * Number(minutes) + Number(seconds);
}
