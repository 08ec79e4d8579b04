/** What a player knows of its past: matches, statistics and each opponent's choices, kept so that looking is cheap. */
import type { Parity } from "../referee/outcome.js";
import { add, noMatches, type PlayedMatch, type Statistics } from "./history.js";

/** Grows with every match: a history is what a player keeps (contract 9). */
export class PlayerMemory {
  readonly #matches: PlayedMatch[] = [];
  readonly #choicesOf = new Map<string, Parity[]>();
  #statistics: Statistics = noMatches;

  /** @param earlier matches of earlier lives, oldest first */
  constructor(earlier: readonly PlayedMatch[]) {
    for (const match of earlier) this.record(match);
  }

  get matches(): readonly PlayedMatch[] {
    return this.#matches;
  }

  get statistics(): Statistics {
    return this.#statistics;
  }

  record(match: PlayedMatch): void {
    this.#matches.push(match);
    this.#statistics = add(this.#statistics, match);
    const { opponent_id, opponent_choice } = match;
    if (opponent_id === null || opponent_choice === null) return;
    const choices = this.#choicesOf.get(opponent_id);
    if (choices) choices.push(opponent_choice);
    else this.#choicesOf.set(opponent_id, [opponent_choice]);
  }

  /** The part of a strategy's context that comes from the past. */
  seenFrom(me: string, opponent: string) {
    const choices: readonly Parity[] = this.#choicesOf.get(opponent) ?? [];
    return {
      me: { id: me, statistics: this.#statistics },
      opponent: { id: opponent, choices, lastChoice: choices.at(-1) ?? null },
      history: this.matches,
    };
  }
}
