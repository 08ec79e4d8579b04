/** A context for commands under test. Its files are real, all else is simulated. */
import { PassThrough } from "node:stream";
import { type Clock, systemClock } from "@league-v2/sdk";
import type { CliContext, StopSignal } from "./cli-context.js";
import { Stopped } from "./cli-context.js";
import { run } from "./program.js";
import type { Screen } from "./screen.js";

export interface TestCliContext extends CliContext {
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

function testCliContext({
  environment = {},
  folder = "/",
  screen,
  keyboard,
  stdio = { input: new PassThrough(), output: new PassThrough() },
  clock = systemClock,
  onError,
}: TestCliContextOptions = {}): TestCliContext {
  const stop = new AbortController();
  const printed: string[] = [];
  const errors: string[] = [];
  const context: TestCliContext = {
    printed,
    errors,
    out: (text) => void printed.push(...text.split("\n")),
    error: (text) => {
      errors.push(...text.split("\n"));
      onError?.(text, context);
    },
    outWidth: () => 120,
    screen: screen ?? null,
    keyboard: () => keyboard ?? null,
    stdio: () => stdio,
    clock,
    environment,
    folder,
    stop: stop.signal,
    stopBy: (signal) => stop.abort(new Stopped(signal)),
  };
  return context;
}

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

/** The command `league` in this process, as its program runs it. A log that would go to the standard output is left out. */
export function startHere(
  line: string | readonly string[],
  { environment = {}, ...options }: TestCliContextOptions = {},
): Started & { readonly context: TestCliContext } {
  const args = typeof line === "string" ? line.split(" ").filter(Boolean) : line;
  const hasLog = args.includes("--data") || args.includes("--config");
  let hasEnded = false;
  const watchers = new Set<() => void>();
  const context = testCliContext({
    ...options,
    environment: { ...(hasLog ? {} : { LEAGUE_LOG_LEVEL: "silent" }), ...environment },
    onError(text, own) {
      options.onError?.(text, own);
      for (const watch of watchers) watch();
    },
  });
  const textOf = (lines: readonly string[]) => lines.map((one) => `${one}\n`).join("");
  const ended = run(args, context, "1.2.3", async () => context.clock).then((code) => {
    hasEnded = true;
    for (const watch of watchers) watch();
    return { code, stdout: textOf(context.printed), stderr: textOf(context.errors) };
  });
  return {
    context,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const watch = () => {
          const shown = textOf(context.errors);
          const found = pattern.exec(shown);
          if (found) resolve(found);
          else if (hasEnded) reject(new Error(`ended with no line like ${pattern}:\n${shown}`));
          else return;
          watchers.delete(watch);
        };
        watchers.add(watch);
        watch();
      }),
    signal: (signal) => context.stopBy(signal),
  };
}
