/** What the output and the end of the agent's process say about a check. */
import type { RegisteredCheck } from "../../checks/registry.js";
import { scanJson, utf8 } from "../../json.js";
import { isAgent } from "../../report/text.js";
import { type Exit, lastLines } from "../../subject/subject.js";
import type { TranscriptEntry } from "../../types.js";
import type { CheckOutcome } from "../../verdict.js";

/** Enough for the end of a stack trace. */
const SHOWN_LINES = 6;

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

/** An output while a request got no answer usually shows the exception: adds it to the hint of a check that did not pass and saw a connection end without an answer. */
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

/** Missing actions of an instance that the suite has ended do not count against the agent. */
export function judgeTakenAway(outcome: CheckOutcome): CheckOutcome {
  if (outcome.verdict === "not-exercised" || outcome.verdict === "harness-error") return outcome;
  return { verdict: "inconclusive", diagnosis: "the suite ended this instance before the check was over" };
}

/** Signals by which other programs and people end processes. A crash has another one, or an exit code. */
const FROM_OUTSIDE = ["SIGTERM", "SIGINT", "SIGHUP"];

/** An agent that ends while a check goes on has not passed it, unless ending was what it was asked for. */
export function judgeExit(
  outcome: CheckOutcome,
  one: RegisteredCheck,
  exit: Exit,
  output: string,
): CheckOutcome {
  if (one.check.needs?.last === true) return outcome;
  const how = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
  const tail = lastLines(output, SHOWN_LINES);
  const hint = `The agent's process ended during this check (${how}).${tail === "" ? "" : ` Its last output:\n${tail}`}`;
  if (exit.signal !== null && FROM_OUTSIDE.includes(exit.signal)) {
    const diagnosis = `the agent's process was ended by ${exit.signal}, which the suite did not send: another program did, or the agent itself`;
    return { verdict: "inconclusive", diagnosis, hint };
  }
  if (outcome.verdict !== "pass") return { ...outcome, hint };
  return {
    verdict: one.level === "must" ? "fail" : "warn",
    diagnosis: `the agent's process ended during this check (${how})`,
    hint,
  };
}

// A response that is no JSON for something in or behind it: all that a check misses in it follows from that.

/** Of a longer body the transcript may hold the beginning only. */
const LONGEST = 2_000;

/** A failed check that was sent such a response fails against the clause about JSON, and not against its own. */
export function blamingJson(outcome: CheckOutcome, entries: () => readonly TranscriptEntry[]): CheckOutcome {
  if (outcome.verdict !== "fail" || !entries().some(isBrokenResponse)) return outcome;
  return { ...outcome, clauses: ["TRN-JSON-01"] };
}

function isBrokenResponse({ kind, from, bytes = "" }: TranscriptEntry): boolean {
  if (kind !== "reply" || !isAgent(from) || bytes.length > LONGEST) return false;
  return /"jsonrpc"\s*:/.test(bytes) && !scanJson(utf8(bytes)).ok;
}
