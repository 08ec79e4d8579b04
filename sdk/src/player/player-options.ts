import type { LeagueCompletedIn, playerServes } from "@league-v2/contract";
import type { BuildReply } from "../agent/core/bound-reply.js";
import type { HandlersOf } from "../agent/core/handlers.js";
import type { RegistrationStore } from "../agent/membership/registration-store.js";
import type { PlayedMatch } from "./history.js";
import type { Strategy } from "./strategy.js";

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
