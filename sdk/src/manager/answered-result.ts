/** The result in a referee's answer to its order: some referees play the match before they answer, and send no report. */
import { isObject } from "../json/is-object.js";
import { readMatchReport } from "../wire/match-report.js";
import { readForeignReport } from "./foreign-report.js";
import type { Pairing } from "./schedule.js";
import type { RecordedResult } from "./store.js";

/**
 * @param reply as read in the referee's form, which follows no document
 * @returns undefined if the answer only states that the match has begun, or names a winner that does not play
 */
export function answeredResult(
  reply: unknown,
  match: Pairing,
  referee_id: string,
): RecordedResult | undefined {
  const match_result = isObject(reply) ? reply.match_result : undefined;
  const read = isObject(match_result)
    ? readMatchReport({ ...match_result, match_id: match.match_id })
    : undefined;
  if (read === undefined) return undefined;
  const { status, winner, drawn_number, choices } = read;
  const details = { drawn_number, choices };
  const result = { ...(status === undefined ? {} : { status }), winner, score: {}, details };
  try {
    return readForeignReport({ result }, match, referee_id);
  } catch {
    return undefined;
  }
}
