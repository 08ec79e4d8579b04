/** One run of the suite on one variant, with its costs. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandOf, folder, type Role, type Variant } from "./variants.ts";
import type { Report } from "./verdicts.ts";

const bin = join(folder, "..", "..", "..", "node_modules", ".bin");

export interface MeasuredRun {
  report: Report;
  exitCode: number;
  wallSeconds: number;
  /** The CPU time of the suite and of its ended agents. */
  cpuSeconds: number;
}

/** @throws Error with the suite's output when it wrote no report */
export async function measuredRun(
  variant: Variant,
  role: Role,
  options: readonly string[],
): Promise<MeasuredRun> {
  const scratch = mkdtempSync(join(tmpdir(), "league-habits-"));
  const path = join(scratch, "report.json");
  const suite = ["league-conformance", role, "--command", commandOf(variant, role).join(" ")];
  try {
    const started = performance.now();
    const { exitCode, output } = await timed([...suite, "--json", path, "--no-color", ...options]);
    const wallSeconds = (performance.now() - started) / 1_000;
    return { report: reportAt(path, output), exitCode, wallSeconds, cpuSeconds: cpuIn(output) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The shell's `time` counts the processes that a command has waited for; Node has no such count. */
function timed(words: readonly string[]): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", 'TIMEFORMAT="cpu %U %S"; time "$0" "$@"', ...words], {
      cwd: folder,
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
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
    child.once("close", (code) => {
      process.removeListener("exit", interrupt);
      resolve({ exitCode: code ?? 1, output });
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

function cpuIn(output: string): number {
  const [, user = "", system = ""] = /cpu ([\d.]+) ([\d.]+)/.exec(output) ?? [];
  return Number(user) + Number(system);
}
