/** What must become of a player that answers nothing, and how often it is asked before that. */
import type { RefereeFixture } from "../../../fixtures/referee-fixture.js";
import type { MatchObservation, Side } from "../../../peers/match-observation.js";
import { CheckFailure, onBehalfOf } from "../../../verdict.js";
import { matchDuration, mustBeOver, mustEnd, mustLose } from "./match-outcome.js";
import { askedAtMost, choiceDeadline, joinDeadline, notBefore } from "./match-times.js";

const ASKING = {
  GAME_INVITATION: { whileAwaited: "REF-JOIN-01", tooOften: "REF-JOIN-02", deadline_ms: joinDeadline },
  CHOOSE_PARITY_CALL: {
    whileAwaited: "REF-CHOICE-05",
    tooOften: "REF-CHOICE-06",
    deadline_ms: choiceDeadline,
  },
} as const;

type Question = keyof typeof ASKING;

/** That a player which answers nothing is asked so often and no more; repeating while its answer is awaited is another fault. */
export function mustNotAskTooOften(match: MatchObservation, side: Side, type: Question): void {
  const { whileAwaited, tooOften, deadline_ms } = ASKING[type];
  const asked = match.to(side, type);
  if (asked.length <= askedAtMost) return;
  const isAwaited = asked.some(
    ({ at_ms }, i) => i > 0 && at_ms - (asked[i - 1]?.at_ms ?? 0) < notBefore(deadline_ms),
  );
  throw new CheckFailure({
    diagnosis: `${side}, which answered no ${type}, was sent it ${asked.length} times${isAwaited ? ", again while its answer was awaited" : ""}; expected at most ${askedAtMost}`,
    expected: `at most ${askedAtMost} times`,
    received: String(asked.length),
    clauses: [isAwaited ? whileAwaited : tooOften],
  });
}

/**
 * That this player has lost by its silence. A match that ended in another way before its first deadline was over was not lost
 * by silence: the referee did not wait for the answer.
 */
export function mustLoseBySilence(
  fixture: RefereeFixture,
  match: MatchObservation,
  side: Side,
  type: Question,
  what: string,
): void {
  const { whileAwaited, deadline_ms } = ASKING[type];
  const times = matchDuration(match, side, type);
  const isAwaited = times === undefined || times.end - times.first >= notBefore(deadline_ms);
  onBehalfOf([isAwaited ? "REF-LOSS-01" : whileAwaited], () => mustLose(fixture, match, side, what));
}

/** The same where a match without an end would be the fault of another clause than the check's own. */
export function mustLoseOnceEnded(
  fixture: RefereeFixture,
  match: MatchObservation,
  side: Side,
  type: Question,
  what: string,
): void {
  mustNotAskTooOften(match, side, type);
  mustBeOver(match, side, type, ASKING[type].deadline_ms);
  onBehalfOf(["REF-LOSS-07"], () => mustEnd(match, what));
  mustLoseBySilence(fixture, match, side, type, what);
}
