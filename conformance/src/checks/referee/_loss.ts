/** What must become of a match in which a player fails. */
import type { RefereeBench } from "../../bench/referee-bench.js";
import type { MatchObservation, Side } from "../../peers/match-observation.js";
import { NotExercised, Refuted } from "../../verdict.js";
import { choiceOf, isNone, type Outcome, outcomeOf, playerOf, progressOf } from "./_outcome.js";
import { askedAtMost } from "./_times.js";

/** The outcome of a match that the referee began. @throws Refuted when it left it without an end */
export function mustEnd(match: MatchObservation, what: string): Outcome {
  if (match.invitations.length === 0)
    throw new NotExercised(`${match.matchId} was not begun: ${progressOf(match)}`);
  const outcome = outcomeOf(match);
  if (outcome !== undefined) return outcome;
  mustNotAskOn(match, what);
  throw new Refuted({
    diagnosis: `${match.matchId}, in which ${what}, was left without an end: ${progressOf(match)}`,
    expected: "GAME_OVER and a report",
    received: "neither",
  });
}

/** That no player was asked more often than the contract has it: what goes on for ever has no end either. */
function mustNotAskOn(match: MatchObservation, what: string): void {
  for (const side of ["A", "B"] as const) {
    for (const type of ["GAME_INVITATION", "CHOOSE_PARITY_CALL"]) {
      const times = match.to(side, type).length;
      if (times <= askedAtMost) continue;
      throw new Refuted({
        diagnosis: `${side} was sent ${type} ${times} times in ${match.matchId}, in which ${what}, and there was no end yet`,
        expected: `an end after ${askedAtMost} times`,
        received: `${type} ${times} times`,
      });
    }
  }
}

/** That this player has lost to the other one, and that nothing it said is published as its choice. */
export function mustLose(bench: RefereeBench, match: MatchObservation, side: Side, what: string): void {
  const outcome = mustEnd(match, what);
  const [loser, other] = [playerOf(match, side), playerOf(match, side === "A" ? "B" : "A")];
  mustNotBePublished(bench, match, side, what);
  bench
    .expect(
      outcome.winner,
      `the winner in ${outcome.from} of a match in which ${what} (${other.id} did all it had to)`,
    )
    .is(other.id);
  if (bench.dialect !== "flat" && outcome.status !== undefined) {
    bench
      .expect(
        outcome.status,
        `the status in ${outcome.from} of a match in which ${what}, and ${loser.id} lost by it`,
      )
      .is("TECHNICAL_LOSS");
  }
}

/** That no choice of this player is published. */
export function mustNotBePublished(
  bench: RefereeBench,
  match: MatchObservation,
  side: Side,
  what: string,
): void {
  const outcome = mustEnd(match, what);
  const { id } = playerOf(match, side);
  const published = choiceOf(outcome, playerOf(match, side));
  bench.expect.that(isNone(published), {
    diagnosis: `${outcome.from} publishes ${JSON.stringify(published)} as the choice of ${id}, although ${what}`,
    expected: "no choice",
    received: JSON.stringify(published) ?? "nothing",
  });
}
