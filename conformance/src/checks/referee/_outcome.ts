/** What a referee says of the end of a match: in GAME_OVER or, where none came, in its report. */
import type { RefereeBench } from "../../bench/referee-bench.js";
import { isObject, valueAt } from "../../json/pointer.js";
import type { MatchObservation, Side } from "../../peers/match-observation.js";
import type { ScriptedPlayer } from "../../peers/scripted-player.js";
import { NotExercised } from "../../verdict.js";

export interface Outcome {
  /** For the diagnosis: the message that said it. */
  from: "GAME_OVER" | "MATCH_RESULT_REPORT";
  status: unknown;
  /** A player's id; null for nobody, however that was written. */
  winner: unknown;
  number: unknown;
  parity: unknown;
  choices: unknown;
}

/** Undefined when the referee has said nothing. */
export function outcomeOf(match: MatchObservation): Outcome | undefined {
  return toldOutcome(match) ?? reportedOutcome(match);
}

/** The outcome that the first of the players was told. */
export function toldOutcome({ result }: MatchObservation): Outcome | undefined {
  return isObject(result) ? read("GAME_OVER", result, result.winner_player_id, result) : undefined;
}

export function reportedOutcome({ report }: MatchObservation): Outcome | undefined {
  const result = report?.result;
  if (!isObject(result)) return undefined;
  return read("MATCH_RESULT_REPORT", result, result.winner, isObject(result.details) ? result.details : {});
}

/** All that was said of the end of a match: the report of the flat dialect names the winner and nothing else. */
export function saidOutcomes({ dialect }: RefereeBench, match: MatchObservation, told: Outcome): Outcome[] {
  const reported = dialect === "flat" ? undefined : reportedOutcome(match);
  return reported === undefined ? [told] : [told, reported];
}

/** The outcome of a match that other checks have found to end. @throws NotExercised when it did not */
export function ended(match: MatchObservation): Outcome {
  const outcome = outcomeOf(match);
  if (outcome !== undefined) return outcome;
  throw new NotExercised(`${match.matchId} was not played to an end: ${progressOf(match)}`);
}

/** How far the match went, in one phrase. */
export function progressOf({ assignment, invitations, calls, gameOvers, reports }: MatchObservation): string {
  const answer =
    assignment === undefined
      ? "its assignment was not answered"
      : `its assignment was answered with ${assignment.describe()}`;
  const counts = [
    [invitations.length, "GAME_INVITATION"],
    [calls.length, "CHOOSE_PARITY_CALL"],
    [gameOvers.length, "GAME_OVER"],
    [reports.length, "MATCH_RESULT_REPORT"],
  ];
  return `${answer}, and there came ${counts.map(([count, type]) => `${count} ${type}`).join(", ")}`;
}

export function choiceOf(outcome: Outcome, player: ScriptedPlayer): unknown {
  return valueAt(outcome.choices, `/${player.id}`);
}

export function playerOf({ playerA, playerB }: MatchObservation, side: Side): ScriptedPlayer {
  return side === "A" ? playerA : playerB;
}

/** No choice, in whatever way it is written. */
export function isNone(choice: unknown): boolean {
  return (
    choice === undefined ||
    choice === null ||
    (typeof choice === "string" && /^(|none|null|timeout|invalid|n\/a)$/i.test(choice))
  );
}

function read(
  from: Outcome["from"],
  result: Record<string, unknown>,
  winner: unknown,
  details: Record<string, unknown>,
): Outcome {
  const { drawn_number, number_parity, choices } = details;
  return {
    from,
    status: result.status,
    winner: isNobody(winner) ? null : winner,
    number: drawn_number,
    parity: number_parity,
    choices,
  };
}

function isNobody(winner: unknown): boolean {
  return (
    winner === undefined ||
    winner === null ||
    (typeof winner === "string" && /^(|draw|none|nobody|null)$/i.test(winner))
  );
}
