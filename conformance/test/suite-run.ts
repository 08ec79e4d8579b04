/** One run of the suite on an agent that it starts, with its costs. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bin = join(import.meta.dirname, "../../node_modules/.bin");
/** The shell's `time` counts the processes that a command has waited for; Node has no such count. */
const TIMED = 'TIMEFORMAT="cpu %U %S"; time "$0" "$@"';

/** The members of the suite's report that are read. */
export interface Report {
  machine: { instances_started?: number };
  checks: readonly JudgedCheck[];
}

export interface JudgedCheck {
  id: string;
  clause: readonly string[];
  verdict: string;
  diagnosis?: string;
  /** The number of checks that are not exercised because of it. */
  blocks?: number;
  /** The fault is in almost every message of the agent. */
  everywhere?: boolean;
}

export interface MeasuredRun {
  report: Report;
  wallSeconds: number;
  /** The CPU time of the suite and of its ended agents. */
  cpuSeconds: number;
}

/** @throws Error with the suite's output when it wrote no report */
export async function suiteRun(
  role: string,
  command: string,
  { cwd, options }: { cwd: string; options: readonly string[] },
): Promise<MeasuredRun> {
  const scratch = mkdtempSync(join(tmpdir(), "league-suite-"));
  const path = join(scratch, "report.json");
  const words = ["league-conformance", role, "--command", command, "--json", path, "--no-color", ...options];
  try {
    const started = performance.now();
    const output = await outputOf(words, cwd);
    const wallSeconds = (performance.now() - started) / 1_000;
    const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(output) ?? [];
    const cpuSeconds = Number(user) + Number(system);
    return { report: reportAt(path, output), wallSeconds, cpuSeconds };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function outputOf(words: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
    const child = spawn("bash", ["-c", TIMED, ...words], { cwd, env, stdio, detached: true });
    // The suite ends its agents when it is interrupted.
    const interrupt = () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    };
    process.once("exit", interrupt);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once("error", reject);
    child.once("close", () => {
      process.removeListener("exit", interrupt);
      resolve(output);
    });
  });
}

function reportAt(path: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new Error(`the suite wrote no report:\n${output}`);
  }
}
