/** What a match ends as in which both players failed (contract 6). */
import type { RefereeBench } from "../../bench/referee-bench.js";
import { protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import { NotExercised } from "../../verdict.js";
import { outcomeOf, progressOf } from "./_outcome.js";

interface Ending {
  status: string;
  points: number;
}

export const DRAWN: Ending = { status: "DRAW", points: protocol.points.draw };
export const LOST_BY_BOTH: Ending = { status: "TECHNICAL_LOSS", points: protocol.pointsWhenUnreachable };

/** Nobody wins, and both get the same points. Players that refuse connections see nothing, so the report decides. */
export function mustEndAs(
  { expect }: RefereeBench,
  match: MatchObservation,
  ending: Ending,
  what: string,
): void {
  const outcome = outcomeOf(match);
  if (outcome === undefined)
    throw new NotExercised(`${match.matchId} was not played to an end: ${progressOf(match)}`);
  expect(outcome.winner, `the winner in ${outcome.from} of a match in which ${what}`).is(null);
  const result = match.report?.result;
  const { status, score } = isObject(result) ? result : { status: outcome.status, score: undefined };
  if (status !== undefined) expect(status, `the status of a match in which ${what}`).is(ending.status);
  if (score === undefined) return;
  const points = { [match.playerA.id]: ending.points, [match.playerB.id]: ending.points };
  expect(score, `the score of a match in which ${what}`).is(points);
}
