/** Commands under test, with what they print. The files of one that runs here are real, all else is simulated. */
import { PassThrough } from "node:stream";
import { type Clock, systemClock } from "@league-v2/sdk";
import { type CliContext, Stopped, type StopSignal } from "./cli-context.js";
import { run } from "./program.js";
import type { Screen } from "./screen.js";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs, here or in a process of its own. */
export interface Started {
  readonly ended: Promise<Ended>;
  /** The first match of the pattern on the standard error; rejects when the command ends without one. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  signal(signal: StopSignal): void;
}

/** What a command writes, until it ends. */
export class Output {
  text = "";
  #hasEnded = false;
  readonly #watchers = new Set<() => void>();

  add(text: string): void {
    this.text += text;
    this.#check();
  }

  end(): void {
    this.#hasEnded = true;
    this.#check();
  }

  /** Rejects when the command ends without a match. */
  firstMatch(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = pattern.exec(this.text);
        if (found) resolve(found);
        else if (this.#hasEnded) reject(new Error(`ended with nothing like ${pattern}:\n${this.text}`));
        else return;
        this.#watchers.delete(check);
      };
      this.#watchers.add(check);
      check();
    });
  }

  #check(): void {
    for (const check of this.#watchers) check();
  }
}

interface TestCliContext extends CliContext {
  /** The printed lines. */
  readonly printed: string[];
  readonly errors: string[];
  readonly stopBy: (signal: StopSignal) => void;
}

export interface TestCliContextOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly screen?: Screen;
  readonly keyboard?: NodeJS.ReadableStream;
  readonly stdio?: ReturnType<CliContext["stdio"]>;
  readonly clock?: Clock;
  /** Called with each line on the standard error. */
  readonly onError?: (line: string, cliContext: TestCliContext) => void;
}

/** The command `league` in this process, as its program runs it. A log that would go to the standard output is left out. */
export function startHere(
  line: string | readonly string[],
  {
    environment = {},
    folder = "/",
    screen,
    keyboard,
    stdio = { input: new PassThrough(), output: new PassThrough() },
    clock = systemClock,
    onError,
  }: TestCliContextOptions = {},
): Started & { readonly context: TestCliContext } {
  const args = typeof line === "string" ? line.split(" ").filter(Boolean) : line;
  const hasLog = args.includes("--data") || args.includes("--config");
  const stop = new AbortController();
  const [stdout, stderr] = [new Output(), new Output()];
  const printed: string[] = [];
  const errors: string[] = [];
  const context: TestCliContext = {
    printed,
    errors,
    out(text) {
      printed.push(...text.split("\n"));
      stdout.add(`${text}\n`);
    },
    error(text) {
      errors.push(...text.split("\n"));
      onError?.(text, context);
      stderr.add(`${text}\n`);
    },
    outWidth: () => 120,
    screen: screen ?? null,
    keyboard: () => keyboard ?? null,
    stdio: () => stdio,
    clock,
    environment: { ...(hasLog ? {} : { LEAGUE_LOG_LEVEL: "silent" }), ...environment },
    folder,
    stop: stop.signal,
    stopBy: (signal) => stop.abort(new Stopped(signal)),
  };
  const ended = run(args, context, "1.2.3", async () => clock).then((code) => {
    stderr.end();
    return { code, stdout: stdout.text, stderr: stderr.text };
  });
  return {
    context,
    ended,
    line: (pattern) => stderr.firstMatch(pattern),
    signal: (signal) => context.stopBy(signal),
  };
}
