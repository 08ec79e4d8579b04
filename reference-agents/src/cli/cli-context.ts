/** Everything outside of this package that a command uses; tests pass a simulated one. */
import type { Readable, Writable } from "node:stream";
import type { Clock } from "@league-v2/sdk";
import type { Screen } from "./screen.js";

export interface CliContext {
  /** One line, or several, to the standard output. */
  readonly out: (text: string) => void;
  /** How many columns a table on the standard output may have. */
  readonly outWidth: () => number;
  /** One line, or several, to the standard error. */
  readonly error: (text: string) => void;
  /** The standard error as a terminal that can be drawn on; null when it is not a terminal. */
  readonly screen: Screen | null;
  /** The standard input as a terminal on which questions can be answered; null when it is not a terminal. */
  readonly keyboard: () => NodeJS.ReadableStream | null;
  /** The standard input and output as streams, for a command that speaks a protocol on them. */
  readonly stdio: () => { readonly input: Readable; readonly output: Writable };
  readonly clock: Clock;
  readonly environment: { readonly [variable: string]: string | undefined };
  /** The base of relative paths. */
  readonly folder: string;
  /** Aborted by SIGINT or SIGTERM, with a `Stopped` as its reason. */
  readonly stop: AbortSignal;
}

export type StopSignal = "SIGINT" | "SIGTERM";

/** A shell's exit statuses for the end by a signal; and that of all programs of league.v2 for what could not be written. */
export const exitCodes = { SIGINT: 130, SIGTERM: 143, unwritten: 6 } as const;

/** The context of the command line before a command runs. */
export type Shell = Omit<CliContext, "clock">;

/** A request to end this process. */
export class Stopped extends Error {
  readonly by: StopSignal;

  constructor(by: StopSignal) {
    super(`stopped by ${by}`);
    this.by = by;
  }
}

/** True when the process is stopped first, false when the work is done first; rejects when the work fails first. */
export function stoppedBefore(work: Promise<unknown>, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onStop = () => resolve(true);
    if (stop.aborted) onStop();
    else stop.addEventListener("abort", onStop, { once: true });
    work.then(
      () => {
        stop.removeEventListener("abort", onStop);
        resolve(false);
      },
      (error: unknown) => (stop.aborted ? onStop() : reject(error)),
    );
  });
}
