/** The rules of a game as a module that a referee loads (IS 3.2.1). The messages, deadlines and points are the contract's. */
import type { Random } from "../platform/random.js";

/** One game: its name, its choices, its draw and its winner. */
export interface GameRules {
  /** The name of the game in registrations and in every `game_type`. */
  readonly type: string;
  /** The rules for people, in one or two sentences. */
  readonly description: string;
  /** The choices of this game as JSON Schema, some or all of the contract's. The answer to another choice is E004. */
  readonly choice: { readonly type: "string"; readonly enum: readonly Parity[] };
  /**
   * The number of a match in which both players have chosen: an integer from 1 to 10.
   * @param random the referee's source: cryptographic, or from the seed of a reproducible league; call no other one
   * @param choices PLAYER_A's and PLAYER_B's
   */
  readonly draw: (random: Random, choices: readonly [Parity, Parity]) => number;
  /**
   * The winner of a match; a pure function.
   * @param players PLAYER_A and PLAYER_B
   */
  readonly decide: (players: readonly [PlayerChoice, PlayerChoice], drawn_number: number) => GameDecision;
}

/** One player's part in a match. */
export interface PlayerChoice {
  /** The player's id, for the texts. */
  readonly id: string;
  readonly choice: Parity;
}

/** The end of a match. */
export interface GameDecision {
  /** A player's id; null for a draw. */
  readonly winner: string | null;
  /** What happened, for people: both players receive it. */
  readonly reason: string;
}

/** A player's choice, and the property of a drawn number. */
export type Parity = "even" | "odd";

export function parityOf(number: number): Parity {
  return number % 2 === 0 ? "even" : "odd";
}
