/** An agent's output while a request got no answer: it usually shows the exception. */
import { lastLines } from "../text/last-lines.js";
import type { TranscriptEntry } from "../types.js";
import type { CheckOutcome } from "../verdict.js";

/** Enough for the end of a stack trace. */
export const SHOWN_LINES = 6;

/**
 * The text written since the output was `before`. Of a long output only the end is kept: if no part of `before` is
 * left, all of it is new.
 */
export function writtenSince(before: string, output: string): string {
  // An agent that fails in the same way again writes the same lines again: only the longest overlap is what was there.
  for (let lost = 0; lost < before.length; lost += 1) {
    if (output.startsWith(before.slice(lost))) return output.slice(before.length - lost);
  }
  return output;
}

/** Adds what the agent wrote to the hint of a check that did not pass and saw a connection end without an answer. */
export function withAgentOutput(
  outcome: CheckOutcome,
  entries: () => readonly TranscriptEntry[],
  written: () => string,
): CheckOutcome {
  if (outcome.verdict !== "fail" && outcome.verdict !== "warn") return outcome;
  if (!entries().some(({ kind }) => kind === "failure")) return outcome;
  const lines = lastLines(written(), SHOWN_LINES);
  if (lines === "") return outcome;
  const words = `A request got no answer, and the agent wrote meanwhile:\n${lines}`;
  return { ...outcome, hint: outcome.hint === undefined ? words : `${outcome.hint}\n${words}` };
}
