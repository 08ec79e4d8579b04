/** The process as the commands see it, so that tests can replace it. */

import type { Writable } from "node:stream";
import type { RegisteredCheck } from "../checks/registry.js";
import type { Mutant } from "../mutants/mutant.js";
import type { Clock } from "../sdk.js";
import type { Trials } from "../self-test/trial.js";

/** Modules behind a function are loaded only for the commands that use them. */
export interface CliContext {
  clock(): Promise<Clock>;
  checks(): Promise<RegisteredCheck[]>;
  mutants(): Promise<Mutant[]>;
  /** Where the self-test tries its agents, if not in this thread. */
  trials?: (threads: number) => Promise<Trials>;
  out: Writable;
  error: Writable;
}

export function print(stream: Writable, lines: string | readonly string[]): void {
  stream.write(`${typeof lines === "string" ? lines : lines.join("\n")}\n`);
}

/** Sets the exit status of a command. */
export type Finish = (code: number) => void;
