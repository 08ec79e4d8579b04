/** The outcome of a match in the referee's messages, and the required outcome when players fail. */
import { protocol } from "../../../contract.js";
import { isObject } from "../../../json.js";
import type { ObservedPlayer } from "../../../peers/actors/scripted-player.js";
import type { MatchObservation, Side } from "../../../peers/observation.js";
import { choiceOf, type Outcome, opponentOf, outcomesOf, playerOf } from "../../../rules/match-rules.js";
import type { Judging } from "../../../rules/rule.js";
import { askedAtMost } from "../../../time/protocol-deadlines.js";
import { CheckFailure, NotExercised, type Shown } from "../../../verdict.js";

/** The outcome in the GAME_OVER to the first player or, without one, in the report; undefined when the referee has sent neither. */
export function outcomeOf(match: MatchObservation): Outcome | undefined {
  return outcomesOf(match)[0];
}

/** The outcome of a match. @throws NotExercised when it did not end, which other checks judge */
export function ended(match: MatchObservation): Outcome {
  const outcome = outcomeOf(match);
  if (outcome !== undefined) return outcome;
  throw new NotExercised(`${match.matchId} was not played to an end: ${progressOf(match)}`, missedBy(match));
}

/** The match, if the referee has begun it. @throws NotExercised otherwise, which other checks judge */
export function begun(match: MatchObservation): MatchObservation {
  if (match.invitations.length > 0) return match;
  throw new NotExercised(`${match.matchId} was not begun: ${progressOf(match)}`, missedBy(match));
}

/** The clauses broken by a referee that stopped at this step of a match. */
export function missedBy({ invitations, calls, gameOvers, reports }: MatchObservation): readonly string[] {
  if (invitations.length === 0) return ["REF-REG-01", "REF-RUN-01"];
  if (calls.length === 0) return ["REF-INV-01", "REF-CHOICE-01"];
  if (gameOvers.length === 0) return ["REF-OVER-01", "REF-LOSS-07"];
  return reports.length === 0 ? ["REF-REP-01"] : [];
}

/** @param what which match, for the diagnosis: "after failed matches the next one" */
export function expectPlayed(
  { expect }: Judging,
  match: MatchObservation,
  what: string,
  isPlayed = outcomeOf(match) !== undefined,
): void {
  expect.that(isPlayed, {
    diagnosis: `${what} was not played: ${progressOf(match)}`,
    expected: "a match like any other",
    received: progressOf(match),
  });
}

/** The progress of the match, as a phrase. */
export function progressOf({ assignment, invitations, calls, gameOvers, reports }: MatchObservation): string {
  const answer =
    assignment === undefined
      ? "its assignment was not answered"
      : `its assignment ${assignment.describeAsEnd()}`;
  const counts = [
    [invitations.length, "GAME_INVITATION"],
    [calls.length, "CHOOSE_PARITY_CALL"],
    [gameOvers.length, "GAME_OVER"],
    [reports.length, "MATCH_RESULT_REPORT"],
  ];
  return `${answer}, and there came ${counts.map(([count, type]) => `${count} ${type}`).join(", ")}`;
}

/** Whether the published choice of a player means that it made none: any word that is no parity and that it did not send. */
export function isNone(published: unknown, { chosen }: Pick<ObservedPlayer, "chosen">): boolean {
  if (published === undefined || published === null || published === "") return true;
  if (typeof published !== "string" || /even|odd/i.test(published)) return false;
  return /^(none|null)$/i.test(published) || !chosen.includes(published);
}

/** The outcomes in GAME_OVER and the report; a report without choices is left out, because it may lack these members in every match. */
export function outcomesWithChoices({ dialect }: Judging, match: MatchObservation): Outcome[] {
  const isNamed = (one: Outcome) =>
    [match.playerA, match.playerB].some((player) => !isNone(choiceOf(one, player), player));
  return outcomesOf(match).filter(
    (one, index) => index === 0 || (one.isReport && dialect !== "flat" && isNamed(one)),
  );
}

/** How long after its first request of this type the player received GAME_OVER; undefined where it did not. */
export function matchDuration(
  match: MatchObservation,
  side: Side,
  type: string,
): { first: number; last: number; end: number; shownBy: readonly Shown[] } | undefined {
  const asked = match.to(side, type);
  const [first, last] = [asked[0], asked.at(-1)];
  const ends = [...match.gameOvers.map(({ at_ms }) => at_ms), ...match.reports.map(({ at_ms }) => at_ms)];
  if (first === undefined || last === undefined || ends.length === 0) return undefined;
  const shownBy = [first, last, ...match.gameOvers.slice(0, 1)];
  return { first: first.at_ms, last: last.at_ms, end: Math.min(...ends), shownBy };
}

/**
 * Asserts that the observation was long enough: with long pauses between attempts, the deadline of the last one may end
 * after it.
 */
export function assertCompleted(
  match: MatchObservation,
  side: Side,
  type: string,
  deadline_ms: number,
): void {
  const last = match.to(side, type).at(-1);
  if (last === undefined || outcomeOf(match) !== undefined || match.seenUntil - last.at_ms >= deadline_ms)
    return;
  throw new NotExercised(`the deadline of the last ${type} was not over when the suite stopped looking`);
}

// The required outcome of a match in which a player fails.

/** The outcome of a match that the referee began. @throws CheckFailure when it has no end */
export function assertEnded(match: MatchObservation, what: string): Outcome {
  const outcome = outcomeOf(begun(match));
  if (outcome !== undefined) return outcome;
  assertNoFurtherCalls(match, what);
  throw new CheckFailure({
    diagnosis: `${match.matchId}, in which ${what}, was left without an end: ${progressOf(match)}`,
    expected: "GAME_OVER and a report",
    received: "neither",
  });
}

/** Asserts that no player was asked more often than the contract allows: a referee that keeps asking does not end the match. */
function assertNoFurtherCalls(match: MatchObservation, what: string): void {
  for (const side of ["A", "B"] as const) {
    for (const type of ["GAME_INVITATION", "CHOOSE_PARITY_CALL"]) {
      const times = match.to(side, type).length;
      if (times <= askedAtMost) continue;
      throw new CheckFailure({
        diagnosis: `${side} was sent ${type} ${times} times in ${match.matchId}, in which ${what}, and there was no end yet`,
        expected: `an end after ${askedAtMost} times`,
        received: `${type} ${times} times`,
      });
    }
  }
}

/** Asserts that this player has lost to the other one, and that none of its answers is published as its choice. */
export function assertLost(fixture: Judging, match: MatchObservation, side: Side, what: string): void {
  const outcome = assertEnded(match, what);
  const [loser, other] = [playerOf(match, side), opponentOf(match, side)];
  assertChoiceUnpublished(fixture, match, side, what);
  fixture
    .expect(
      outcome.winner,
      `the winner in ${outcome.from} of a match in which ${what} (${other.id} did all it had to)`,
      ...outcome.shownBy,
    )
    .is(other.id);
  if (fixture.dialect !== "flat" && outcome.status !== undefined) {
    fixture
      .expect(
        outcome.status,
        `the status in ${outcome.from} of a match in which ${what}, and ${loser.id} lost by it`,
        ...outcome.shownBy,
      )
      .is("TECHNICAL_LOSS");
  }
}

/** Asserts that no choice of this player is published. */
export function assertChoiceUnpublished(
  fixture: Judging,
  match: MatchObservation,
  side: Side,
  what: string,
): void {
  const outcome = assertEnded(match, what);
  const player = playerOf(match, side);
  const published = choiceOf(outcome, player);
  fixture.expect.that(isNone(published, player), {
    diagnosis: `${outcome.from} publishes ${JSON.stringify(published)} as the choice of ${player.id}, although ${what}`,
    expected: "no choice",
    received: JSON.stringify(published) ?? "nothing",
    shownBy: outcome.shownBy,
  });
}

// The required outcome of a match in which both players fail (contract 6).

interface Ending {
  status: string;
  points: number;
}

export const DRAWN: Ending = { status: "DRAW", points: protocol.points.draw };

export const LOST_BY_BOTH: Ending = { status: "TECHNICAL_LOSS", points: protocol.pointsWhenUnreachable };

/** There is no winner, and both get the same points. Players that refuse connections receive nothing, so the report decides. */
export function assertEnding(
  { expect }: Judging,
  match: MatchObservation,
  ending: Ending,
  what: string,
): void {
  const outcome = ended(match);
  expect(outcome.winner, `the winner in ${outcome.from} of a match in which ${what}`, ...outcome.shownBy).is(
    null,
  );
  const result = match.report?.result;
  const { status, score } = isObject(result) ? result : { status: outcome.status, score: undefined };
  const shownBy = match.reports.slice(0, 1);
  if (status !== undefined)
    expect(status, `the status of a match in which ${what}`, ...shownBy).is(ending.status);
  if (score === undefined) return;
  const points = { [match.playerA.id]: ending.points, [match.playerB.id]: ending.points };
  expect(score, `the score of a match in which ${what}`, ...shownBy).is(points);
}
