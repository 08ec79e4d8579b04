/** Decides the winner: the rules of Even/Odd and of technical losses as pure functions (contract 6 and 7). */
import { type ErrorCode, protocol } from "@league-v2/contract";
import { type Parity, parityOf } from "../domain/parity.js";

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

/**
 * Both chose: the player that named the parity of the number wins; both right or both wrong is a draw.
 * @param drawn_number null if none could be drawn, which is a draw too (IS 3.2.7)
 */
export function played(
  a: Participant<ChoiceMade>,
  b: Participant<ChoiceMade>,
  drawn_number: number | null,
): Outcome {
  if (drawn_number === null) return verdict(a, b, "DRAW", null, "No number could be drawn. Draw.");
  const number_parity = parityOf(drawn_number);
  const right = [a, b].filter((participant) => participant.part.choice === number_parity);
  const winner = right.length === 1 ? (right[0]?.id ?? null) : null;
  const fact = `Number ${drawn_number} is ${number_parity}.`;
  const reason = winner
    ? `${fact} ${winner} chose "${number_parity}" correctly. ${winner} wins.`
    : `${fact} Both players were ${right.length === 2 ? "right" : "wrong"}. Draw.`;
  return { ...verdict(a, b, winner ? "WIN" : "DRAW", winner, reason), drawn_number, number_parity };
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
