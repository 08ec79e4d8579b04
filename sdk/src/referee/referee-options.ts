import type { LeagueCompletedIn, protocolGameTypes } from "@league-v2/contract";
import type { RegistrationStore } from "../agent/membership/registration.js";
import type { EndpointPolicy } from "../domain/endpoint-policy.js";
import type { GameRules } from "../game/rules.js";
import type { Random } from "../platform/random.js";
import type { MatchJournal, MatchRecord } from "./match-journal.js";

/** Even/Odd by its name, or the rules of another game. */
type RefereeGame = (typeof protocolGameTypes)[number] | GameRules;

/** The options of `createReferee`. */
export interface RefereeOptions {
  /** Unique in the league, 1–64 characters. */
  readonly displayName: string;
  readonly version?: string;
  /** The maximum number of concurrent matches; further ones wait. Default 2 (RA 1). */
  readonly maxConcurrentMatches?: number;
  /** The games that it serves; a direct match, which names none, is one of the first. Default: Even/Odd. */
  readonly games?: readonly [RefereeGame, ...RefereeGame[]];
  /** Called with each finished match and its whole transcript; a throw is logged and changes nothing else. */
  readonly onMatch?: (record: MatchRecord) => void | Promise<void>;
  /** Called at the end of the league. */
  readonly onLeagueCompleted?: (end: LeagueCompletedIn) => void;
  /** Stores the registration: a restarted referee is then the same member of its league. */
  readonly keeper?: RegistrationStore;
  /** Stores matches until they are reported; for a referee with a keeper. */
  readonly journal?: MatchJournal;
  /** The source of a match's number, for a reproducible league; the agent's randomness by default. */
  readonly drawFrom?: (match_id: string) => Random;
  /** Which addresses it may call for a direct match, which any caller may order; loopback only by default. */
  readonly endpoints?: EndpointPolicy;
}
