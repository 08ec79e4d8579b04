/** The command `league` as a process of its own, as a user starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { afterEachTest } from "../../tools/gate/after-each-test.js";

const program = join(import.meta.dirname, "../bin/league.js");

/** Processes run what was built, and a stale build would prove nothing. */
export function mustBeBuilt(): void {
  if (!inject("isBuilt")) throw new Error("reference-agents is not built from these sources: npm run build");
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "league-process-"));
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start to the end. */
  readonly ms: number;
}

const started = new Set<LeagueProcess>();
afterEachTest(() => {
  for (const process of started) process.signal("SIGKILL");
});

export interface StartOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export class LeagueProcess {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #stdout = "";
  #stderr = "";

  private constructor(args: readonly string[], { folder = newFolder(), environment = {} }: StartOptions) {
    const begun = performance.now();
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
    });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
      this.#look();
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
      this.#look();
    });
    this.ended = new Promise((resolve) => {
      child.once("close", (code) => {
        started.delete(this);
        resolve({ code, stdout: this.#stdout, stderr: this.#stderr, ms: performance.now() - begun });
        this.#look();
      });
    });
  }

  static start(line: string, options: StartOptions = {}): LeagueProcess {
    const process = new LeagueProcess(line.split(" ").filter(Boolean), options);
    started.add(process);
    return process;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The first line on the standard error that fits, with its groups; rejects when the process ends without one. */
  line(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.#stderr);
        if (found) resolve(found);
        else if (this.#child.exitCode !== null && !started.has(this)) {
          reject(
            new Error(`ended with ${this.#child.exitCode} and no line like ${pattern}:\n${this.#stderr}`),
          );
        } else return;
        this.#watchers.delete(look);
      };
      this.#watchers.add(look);
      look();
    });
  }

  #look(): void {
    for (const look of this.#watchers) look();
  }
}

/** Runs to the end. */
export function league(line: string, options: StartOptions = {}): Promise<Ended> {
  return LeagueProcess.start(line, options).ended;
}
