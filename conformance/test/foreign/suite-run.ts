/** One run of the suite on one of the agents, over HTTP. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadChecks, select } from "@league-v2/conformance";
import { commandOf, type Fault, type ForeignAgent, folder, type Role } from "./agents.ts";
import type { FaultReport } from "./judgement.ts";

const bin = join(folder, "..", "..", "..", "node_modules", ".bin");

/**
 * The checks of a quick run, and all that decide a clause of the group of the fault (PLY-JOIN-*), or all of them: the
 * same selection for each fault of that group, so that it does not depend on the fault.
 */
export async function checksFor(role: Role, fault: Fault): Promise<string[]> {
  const all = await loadChecks();
  const groups = fault.clauses.map((clause) => clause.replace(/\d+$/, ""));
  const isOfGroup = (clause: string) => groups.some((group) => clause.startsWith(group));
  const quick = select(all, role, { quick: true });
  const others = select(all, role, {}).filter(({ check }) => check.decides.some(isOfGroup));
  return [...new Set([...quick, ...others])].map(({ check }) => check.id);
}

/** @throws Error with the suite's output when it wrote no report */
export async function suiteRun(
  agent: ForeignAgent,
  fault: Fault | undefined,
  options: readonly string[],
): Promise<FaultReport> {
  const scratch = mkdtempSync(join(tmpdir(), "league-foreign-"));
  const path = join(scratch, "report.json");
  const words = [agent.role, "--command", commandOf(agent, fault), "--json", path, "--no-color", ...options];
  try {
    const output = await outputOf(join(bin, "league-conformance"), words);
    return reportAt(path, output);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The suite ends its agents when it is interrupted. */
function outputOf(command: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    const interrupt = () => child.kill("SIGTERM");
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

function reportAt(path: string, output: string): FaultReport {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new Error(`the suite wrote no report:\n${output}`);
  }
}
