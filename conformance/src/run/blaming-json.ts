/** A response that is no JSON for something in or behind it: all that a check misses in it follows from that. */
import { scanJson } from "../json/scan.js";
import { utf8 } from "../json/text.js";
import { isAgent } from "../report/agent-name.js";
import type { TranscriptEntry } from "../types.js";
import type { CheckOutcome } from "../verdict.js";

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
