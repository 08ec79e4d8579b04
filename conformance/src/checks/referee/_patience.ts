/** How long a referee waited for an answer that had not come yet, told by what it said to the player meanwhile. */
import type { RefereeBench } from "../../bench/referee-bench.js";
import type { MatchObservation, Side } from "../../peers/match-observation.js";
import { justInside } from "./_times.js";

/**
 * Fails where the referee asked again, complained or ended the match before the deadline. That is measured from message
 * to message, so that it can be told from the calls alone, however late the player's own answer was.
 *
 * @param answered_ms when the player answers: what comes later may be about the answer
 */
export function expectPatience(
  { expect, timely }: RefereeBench,
  match: MatchObservation,
  {
    side,
    type,
    deadline_ms,
    answered_ms,
  }: { side: Side; type: string; deadline_ms: number; answered_ms: number },
): void {
  const told = match.to(side);
  const first = told.findIndex(({ message }) => message.message_type === type);
  const [asked, next] = told.slice(first, first + 2);
  if (first < 0 || asked === undefined || next === undefined) return;
  const waited = next.at_ms - asked.at_ms;
  if (waited >= answered_ms) return;
  const what = `the time from ${type} to ${String(next.message.message_type)}, when ${side} had not answered yet,`;
  const least = justInside(deadline_ms);
  timely(deadline_ms - least, () => expect.time(waited, what).isAtLeast(least));
}
