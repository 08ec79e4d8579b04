/** A context for commands under test. Its files are real, all else is simulated. */
import { PassThrough } from "node:stream";
import { type Clock, systemClock } from "@league-v2/sdk";
import type { Screen } from "../terminal/index.js";
import type { CliContext, StopSignal } from "./cli-context.js";
import { Stopped } from "./cli-context.js";

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
  /** Of the standard output. */
  readonly outWidth?: number;
  readonly keyboard?: NodeJS.ReadableStream;
  readonly stdio?: ReturnType<CliContext["stdio"]>;
  readonly clock?: Clock;
  /** Called with each line on the standard error. */
  readonly onError?: (line: string, cliContext: TestCliContext) => void;
}

export function testCliContext({
  environment = {},
  folder = "/",
  screen,
  outWidth = 120,
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
    outWidth: () => outWidth,
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
