/** How long a failing match took. */
import type { MatchObservation, Side } from "../../peers/match-observation.js";
import { NotExercised } from "../../verdict.js";
import { outcomeOf } from "./_outcome.js";

/** How long after its first request of this type the player was told the end; undefined where it was not. */
export function lasted(
  match: MatchObservation,
  side: Side,
  type: string,
): { first: number; last: number; end: number } | undefined {
  const asked = match.to(side, type);
  const [first, last] = [asked[0], asked.at(-1)];
  const ends = [...match.gameOvers.map(({ at_ms }) => at_ms), ...match.reports.map(({ at_ms }) => at_ms)];
  if (first === undefined || last === undefined || ends.length === 0) return undefined;
  return { first: first.at_ms, last: last.at_ms, end: Math.min(...ends) };
}

/**
 * That the referee has had its time: with long pauses between its attempts, the deadline of the last one may not be over
 * when the suite must stop looking.
 */
export function mustBeOver(match: MatchObservation, side: Side, type: string, deadline_ms: number): void {
  const last = match.to(side, type).at(-1);
  if (last === undefined || outcomeOf(match) !== undefined || match.seenUntil - last.at_ms >= deadline_ms)
    return;
  throw new NotExercised(`the deadline of the last ${type} was not over when the suite stopped looking`);
}
