/** The result of a check, as the report has it. */
import type { RegisteredCheck } from "../checks/registry.js";
import { strongest } from "../clauses/strongest.js";
import type { RunContext } from "../fixtures/context.js";
import { replayId } from "../replay-id.js";
import { isAgent } from "../report/agent-name.js";
import { Transcript } from "../transcript.js";
import type { CheckResult, TranscriptEntry } from "../types.js";
import type { CheckOutcome } from "../verdict.js";

/** A check that was not run at all. */
export function unexecuted(one: RegisteredCheck, outcome: CheckOutcome, context: RunContext): CheckResult {
  return resultOf(one, outcome, 0, new Transcript(context.environment.clock), context);
}

export function resultOf(
  one: RegisteredCheck,
  outcome: CheckOutcome,
  duration_ms: number,
  transcript: Transcript,
  { role, seed, verdictsOnly }: RunContext,
): CheckResult {
  const { check } = one;
  const { verdict, clauses, blockedBy, ...finding } = outcome;
  const entries = verdictsOnly === true ? [] : [...transcript.entries];
  const curl = curlOf(entries);
  return {
    id: check.id,
    clause: [...(clauses ?? check.decides)],
    level: clauses === undefined ? one.level : strongest(clauses),
    group: one.group,
    title: check.title,
    verdict,
    duration_ms,
    ...finding,
    ...(blockedBy === undefined ? {} : { blocked_by: [...blockedBy] }),
    transcript: entries,
    reproduce: {
      replay: replayId({ checkId: check.id, role, seed }),
      ...(curl === undefined ? {} : { curl }),
    },
  };
}

/** A longer body is not shown. */
const LONGEST = 2_000;

/** The last request as a command that repeats it by hand. */
function curlOf(entries: readonly TranscriptEntry[]): string | undefined {
  const last = entries.findLast(({ kind, to }) => kind === "request" && isAgent(to));
  if (last === undefined) return undefined;
  const body = last.json === undefined ? last.bytes : JSON.stringify(last.json);
  if (body === undefined || body.length > LONGEST) return undefined;
  return `curl -sS -X POST -H 'content-type: application/json' --data-binary '${body.replaceAll("'", "'\\''")}' "$AGENT_URL"`;
}
