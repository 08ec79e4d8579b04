/** A strategy: a function from the known data to a choice. */

import type { OwnStandingsIn, StandingIn } from "@league-v2/contract";
import type { Parity } from "../domain/parity.js";
import type { Random } from "../platform/random.js";
import type { PlayedMatch, PlayerRole, Statistics } from "./history.js";

/** The input of a strategy; without messages and their ids. */
export interface ChoiceContext {
  readonly match_id: string;
  readonly round_id: number | null;
  /** The game: `even_odd`, or another one of `PlayerOptions.gameTypes`. */
  readonly game_type: string;
  /** Null if a restarted player has not stored it. */
  readonly role_in_match: PlayerRole | null;
  readonly me: {
    readonly id: string;
    readonly statistics: Statistics;
    /** This player's wins, draws, losses and points as its referee has sent them. */
    readonly standing: OwnStandingsIn | null;
  };
  readonly opponent: {
    readonly id: string;
    /** The opponent's choices against this player, oldest first. */
    readonly choices: readonly Parity[];
    readonly lastChoice: Parity | null;
  };
  /** This player's finished matches, oldest first. */
  readonly history: readonly PlayedMatch[];
  /** All players as the league manager last ranked them, the first one first; empty before the first update. */
  readonly standings: readonly StandingIn[];
  /** Milliseconds since the epoch by which the referee must have the choice. */
  readonly deadline: number;
  /** Aborted when the player stops waiting and sends the fallback. */
  readonly signal: AbortSignal;
  /** Randomness from the agent's own source, so that a simulated league can be replayed. */
  readonly random: Random;
}

type Choice = Parity | { readonly choice: Parity; readonly reason: string };

/** Chooses even or odd for one match, at once or within the deadline. The reason is logged with the choice. */
export type Strategy = (context: ChoiceContext) => Choice | Promise<Choice>;
