import type { LeagueCompletedIn, OwnStandingsIn, playerServes, StandingIn } from "@league-v2/contract";
import type { BuildReply, HandlersOf } from "../agent/core/handlers.js";
import type { RegistrationStore } from "../agent/membership/registration.js";
import type { Parity } from "../game/rules.js";
import type { Random } from "../platform/random.js";
import type { PlayedMatch, PlayerRole, Statistics } from "./history.js";

/** The options of `createPlayer`. */
export interface PlayerOptions {
  /** Unique in the league, 1–64 characters. */
  readonly displayName: string;
  readonly choose: Strategy;
  readonly version?: string;
  /** The games that it plays: `choose` decides for all of them. Default: `even_odd`. */
  readonly gameTypes?: readonly string[];
  /** Matches of an earlier run of this player, oldest first. */
  readonly history?: readonly PlayedMatch[];
  /** False lets a strategy run past the deadline: only for players that are late on purpose. Default true. */
  readonly guard?: boolean;
  /** Stores the registration: a restarted player is then the same member of its league. */
  readonly keeper?: RegistrationStore;
  /**
   * Called with each finished match, e.g. to store it; a throw is logged and changes nothing else. The result is acknowledged
   * when the promise resolves, so that data stored by then is durable.
   */
  readonly onMatch?: (match: PlayedMatch, all: readonly PlayedMatch[]) => void | Promise<void>;
  /** Serves the additions of a changed contract. Without it a bundle contains only what a player of league.v2 needs. */
  readonly extension?: PlayerExtension;
  /** Called at the end of the league. */
  readonly onLeagueCompleted?: (end: LeagueCompletedIn) => void;
}

/** The tables of a changed contract, and handlers of its methods. */
export interface PlayerExtension {
  /** `playerServes` of the contract. */
  readonly serves: typeof playerServes;
  /** `reply` of the contract. */
  readonly reply: BuildReply;
  /** The handler of a method of league.v2 replaces the player's own: the author then stores the data of that handler. */
  readonly handlers: Partial<HandlersOf<typeof playerServes>>;
}

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
