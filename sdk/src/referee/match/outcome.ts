/** The outcome of a match: by the rules of its game, or by those of technical losses (contract 6 and 7). */
import { type ErrorCode, protocol } from "@league-v2/contract";
import {
  type GameDecision,
  type GameRules,
  type Parity,
  type PlayerChoice,
  parityOf,
} from "../../game/rules.js";
import type { Random } from "../../platform/random.js";

/** The outcome of one player's part in a match. */
export type Part =
  | { readonly kind: "chose"; readonly choice: Parity }
  /** Joined, and received no further request because the opponent failed or declined. */
  | { readonly kind: "joined" }
  /** Had not answered yet when the opponent declined. */
  | { readonly kind: "stopped" }
  | { readonly kind: "declined" }
  /** Gave no valid answer in all attempts; the code is that of the last one. */
  | { readonly kind: "missed"; readonly code: ErrorCode }
  | { readonly kind: "unreachable" };

export interface Participant<P extends Part = Part> {
  readonly id: string;
  readonly part: P;
}

export type ChoiceMade = Extract<Part, { kind: "chose" }>;

export interface Outcome {
  readonly status: "WIN" | "DRAW" | "TECHNICAL_LOSS";
  readonly winner: string | null;
  readonly drawn_number: number | null;
  readonly number_parity: Parity | null;
  readonly choices: Record<string, Parity | null>;
  readonly score: Record<string, number>;
  readonly reason: string;
}

/** The outcome as the players receive it. */
export function gameResultOf({ status, winner, drawn_number, number_parity, choices, reason }: Outcome) {
  return { status, winner_player_id: winner, drawn_number, number_parity, choices, reason };
}

/**
 * Both chose: the rules of the game name the winner.
 * @param drawn_number null if none could be drawn, which is a draw (IS 3.2.7)
 */
export function played(
  a: Participant<ChoiceMade>,
  b: Participant<ChoiceMade>,
  rules: GameRules,
  drawn_number: number | null,
): Outcome {
  if (drawn_number === null) return verdict(a, b, "DRAW", null, "No number could be drawn. Draw.");
  const { winner, reason } = decided(a, b, rules, drawn_number);
  const number_parity = parityOf(drawn_number);
  return {
    ...verdict(a, b, winner === null ? "DRAW" : "WIN", winner, reason),
    drawn_number,
    number_parity,
  };
}

/** A match ends also if the rules fail: in a draw, whose reason names them. */
function decided(
  a: Participant<ChoiceMade>,
  b: Participant<ChoiceMade>,
  rules: GameRules,
  drawn_number: number,
): GameDecision {
  try {
    const players = [choiceOf(a), choiceOf(b)] as const;
    const { winner, reason } = rules.decide(players, drawn_number);
    if (winner === null || winner === a.id || winner === b.id) return { winner, reason: String(reason) };
  } catch {
    // As for a winner who did not play.
  }
  return { winner: null, reason: `The rules of ${rules.type} named no winner. Draw.` };
}

function choiceOf({ id, part }: Participant<ChoiceMade>): PlayerChoice {
  return { id, choice: part.choice };
}

/** At least one player failed or declined before the draw. */
export function forfeited(a: Participant, b: Participant): Outcome {
  const facts = [a, b]
    .filter(hasFailed)
    .map((participant) => `${participant.id} ${failure(participant.part)}.`);
  const outcome = (status: Outcome["status"], winner: string | null, end: string) =>
    verdict(a, b, status, winner, [...facts, end].join(" "));
  const wins = (participant: Participant) =>
    outcome("TECHNICAL_LOSS", participant.id, `${participant.id} wins.`);

  if (!hasFailed(a)) return wins(a);
  if (!hasFailed(b)) return wins(b);
  const kinds = [a.part.kind, b.part.kind];
  const late = [a, b].find((participant) => participant.part.kind === "missed");
  if (late === undefined) return outcome("TECHNICAL_LOSS", null, "Neither player wins.");
  return kinds.includes("declined") ? wins(late) : outcome("DRAW", null, "Draw.");
}

function hasFailed({ part }: Participant): boolean {
  return part.kind === "declined" || part.kind === "missed" || part.kind === "unreachable";
}

/** Both players receive this text: it names the failure, without the content of the other player's messages. */
function failure(part: Part): string {
  if (part.kind === "declined") return "declined the invitation";
  if (part.kind === "unreachable") return "could not be reached";
  const code = part.kind === "missed" ? part.code : null;
  if (code === "E001") return "did not answer in time";
  return code === "E004" ? "made no valid choice" : "gave no valid answer";
}

function verdict(
  a: Participant,
  b: Participant,
  status: Outcome["status"],
  winner: string | null,
  reason: string,
): Outcome {
  const { win, draw, loss } = protocol.points;
  const score = Object.fromEntries(
    [a, b].map((participant) => [
      participant.id,
      status === "DRAW" ? draw : participant.id === winner ? win : loss,
    ]),
  );
  const choices = Object.fromEntries(
    [a, b].map((participant) => [
      participant.id,
      participant.part.kind === "chose" ? participant.part.choice : null,
    ]),
  );
  return { status, winner, drawn_number: null, number_parity: null, choices, score, reason };
}

/** A number of the game; null if the source of randomness, or the rules, fail repeatedly (IS 3.2.7). */
export function drawNumber(
  rules: GameRules,
  random: Random,
  choices: readonly [Parity, Parity],
): number | null {
  const { minimum, maximum } = protocol.draw;
  for (let retry = 0; retry <= protocol.retries.maximum; retry++) {
    try {
      const number = rules.draw(random, choices);
      if (Number.isInteger(number) && number >= minimum && number <= maximum) return number;
    } catch {
      // The source may recover; a match must not hang on it.
    }
  }
  return null;
}
