/** The command `league` as a separate process, as a user starts it. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { inject } from "vitest";
import { afterEachTest } from "../../tools/gate/after-each-test.js";
import { newFolder } from "../../tools/gate/temporary-folder.js";
import {
  type Ended,
  Output,
  type Started,
  startHere,
  type TestCliContextOptions,
} from "../src/cli/cli-context.fixture.js";

export const program = join(import.meta.dirname, "../bin/league.js");

/** The processes run the built files, so that a test with a stale build proves nothing. */
export function mustBeBuilt(): void {
  if (!inject("isBuilt")) throw new Error("the commands are not built from these sources: npm run build");
}

const started = new Set<LeagueProcess>();
afterEachTest(() => {
  for (const process of started) process.signal("SIGKILL");
});

type StartOptions = Pick<TestCliContextOptions, "folder" | "environment">;

export class LeagueProcess implements Started {
  readonly ended: Promise<Ended>;
  readonly child: ChildProcessWithoutNullStreams;
  readonly #stdout = new Output();
  readonly #stderr = new Output();

  private constructor(args: readonly string[], { folder = newFolder(), environment = {} }: StartOptions) {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...process.env, ...environment },
    });
    this.child = child;
    const [stdout, stderr] = [this.#stdout, this.#stderr];
    child.stdout.setEncoding("utf8").on("data", (text: string) => stdout.add(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => stderr.add(text));
    this.ended = new Promise((resolve) => {
      child.once("close", (code) => {
        started.delete(this);
        resolve({ code, stdout: stdout.text, stderr: stderr.text });
        for (const output of [stdout, stderr]) output.end();
      });
    });
  }

  static start(line: string, options: StartOptions = {}): LeagueProcess {
    mustBeBuilt();
    const process = new LeagueProcess(line.split(" ").filter(Boolean), options);
    started.add(process);
    return process;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  line(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#stderr.firstMatch(pattern);
  }

  /** The first match of the pattern on the standard output; rejects when the process ends without one. */
  output(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#stdout.firstMatch(pattern);
  }
}

/** The command in this process, stopped when its test is over: for everything that is not about processes. */
export function start(line: string, options: TestCliContextOptions = {}): Started {
  const command = startHere(line, { folder: newFolder(), ...options });
  running.add(command);
  return command;
}

const running = new Set<Started>();
afterEachTest(async () => {
  for (const command of running) command.signal("SIGTERM");
  await Promise.all([...running].map(({ ended }) => ended));
  running.clear();
});

/** Runs a command in this process until it ends. */
export function league(line: string, options: TestCliContextOptions = {}): Promise<Ended> {
  return start(line, options).ended;
}

/** An agent in a separate process that is restarted whenever it is killed. */
export class RestartingAgent {
  /** Resolves when a process has ended with status 0; rejects for another status. */
  readonly over: Promise<void>;
  readonly #start: () => LeagueProcess;
  #process: LeagueProcess | undefined;
  #starts = 0;
  #output = "";

  /** @param line arguments of `league`; those of a manager have a port that is free */
  constructor(line: string, { folder = newFolder(), ...options }: StartOptions) {
    this.#start = () => LeagueProcess.start(line, { folder, ...options });
    this.over = this.#run();
    this.over.catch(() => {});
  }

  get starts(): number {
    return this.#starts;
  }

  /** The output of all processes. */
  get output(): string {
    return this.#output;
  }

  /** `kill -9`; without effect if the process has ended. */
  kill(): void {
    this.#process?.signal("SIGKILL");
  }

  /** Sends SIGTERM; resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#process?.signal("SIGTERM");
    await this.over;
  }

  /** Resolves when the first process listens. */
  async listening(): Promise<void> {
    await this.#process?.line(/listens at/);
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#starts += 1;
      this.#process = this.#start();
      const { code, stdout, stderr } = await this.#process.ended;
      this.#output += stdout + stderr;
      if (code === 0) return;
      // A process that is killed by a signal has no status.
      if (code !== null) throw new Error(`process ${this.#starts} ended with ${code}:\n${stderr}`);
    }
  }
}
