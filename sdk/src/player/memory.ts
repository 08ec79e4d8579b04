/** A player's history: matches, statistics and each opponent's choices, stored so that reading is cheap. */
import type { OwnStandingsIn, StandingIn } from "@league-v2/contract";
import type { Parity } from "../game/rules.js";
import { add, type PlayedMatch, type Statistics, statisticsOf } from "./history.js";

/** Grows with every match: a player stores its history (contract 9). */
export class PlayerMemory {
  readonly #matches: PlayedMatch[] = [];
  /** By league and opponent: each league assigns its own ids. */
  readonly #choicesOf = new Map<string, Parity[]>();
  readonly #known = new Set<string>();
  #statistics: Statistics = statisticsOf([]);
  /** The standings of the league as the manager last sent them (IS 4.2.7); none before the first round is over. */
  standings: readonly StandingIn[] = [];

  /** @param earlier matches of an earlier run, oldest first */
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
    this.#known.add(keyOf(match.league_id, match.match_id));
    this.#statistics = add(this.#statistics, match);
    const { league_id, opponent_id, opponent_choice } = match;
    if (opponent_id === null || opponent_choice === null) return;
    const opponent = keyOf(league_id, opponent_id);
    const choices = this.#choicesOf.get(opponent);
    if (choices) choices.push(opponent_choice);
    else this.#choicesOf.set(opponent, [opponent_choice]);
  }

  /** Whether a match of this league is stored. */
  has({ league_id, match_id }: PlayedMatch): boolean {
    return this.#known.has(keyOf(league_id, match_id));
  }

  /** The part of a strategy's context that is stored here. */
  seenFrom(
    me: string,
    opponent: { readonly league_id: string | null; readonly id: string },
    standing: OwnStandingsIn | undefined,
  ) {
    const choices: readonly Parity[] = this.#choicesOf.get(keyOf(opponent.league_id, opponent.id)) ?? [];
    return {
      me: { id: me, statistics: this.#statistics, standing: standing ?? null },
      opponent: { id: opponent.id, choices, lastChoice: choices.at(-1) ?? null },
      history: this.matches,
      standings: this.standings,
    };
  }
}

function keyOf(league_id: string | null, id: string): string {
  return JSON.stringify([league_id, id]);
}
