/** A world for commands under test: nothing of it is real but the files. */
import { type Clock, systemClock } from "@league-v2/sdk";
import type { CliContext, Screen, StopSignal } from "./cli-context.js";
import { Stopped } from "./cli-context.js";

export interface FakeWorld extends CliContext {
  /** What was printed, line by line. */
  readonly printed: string[];
  readonly errors: string[];
  readonly stopBy: (signal: StopSignal) => void;
}

export interface FakeWorldOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly screen?: Screen;
  readonly clock?: Clock;
  /** Called with each line on the standard error. */
  readonly onError?: (line: string, cliContext: FakeWorld) => void;
}

export function fakeWorld({
  environment = {},
  folder = "/",
  screen,
  clock = systemClock,
  onError,
}: FakeWorldOptions = {}): FakeWorld {
  const stop = new AbortController();
  const printed: string[] = [];
  const errors: string[] = [];
  const world: FakeWorld = {
    printed,
    errors,
    out: (text) => void printed.push(...text.split("\n")),
    error: (text) => {
      errors.push(...text.split("\n"));
      onError?.(text, world);
    },
    screen: screen ?? null,
    clock,
    environment,
    folder,
    stop: stop.signal,
    stopBy: (signal) => stop.abort(new Stopped(signal)),
  };
  return world;
}
