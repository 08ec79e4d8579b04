/** A strategy: a function from the known data to a choice. */

import type { Parity } from "../domain/parity.js";
import type { Random } from "../platform/random.js";
import type { PlayedMatch, Statistics } from "./history.js";

/** Everything a strategy may look at; no wire form, no ids of messages. */
export interface ChoiceContext {
  readonly match_id: string;
  readonly round_id: number | null;
  readonly me: { readonly id: string; readonly statistics: Statistics };
  readonly opponent: {
    readonly id: string;
    /** The opponent's choices against us, oldest first. */
    readonly choices: readonly Parity[];
    readonly lastChoice: Parity | null;
  };
  /** Our finished matches, oldest first. */
  readonly history: readonly PlayedMatch[];
  /** Milliseconds since the epoch by which the referee must have the choice. */
  readonly deadline: number;
  /** Aborts when the player gives up waiting and sends its fallback. */
  readonly signal: AbortSignal;
  /** Randomness from the agent's own source, so that a simulated league can be replayed. */
  readonly random: Random;
}

export type Strategy = (context: ChoiceContext) => Parity | Promise<Parity>;
