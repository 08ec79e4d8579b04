/** The options of `createReferee`. */
import type { LeagueCompletedIn } from "@league-v2/contract";
import type { RegistrationKeeper } from "../agent/membership/registration-keeper.js";
import type { EndpointPolicy } from "../domain/endpoint-policy.js";
import type { Random } from "../platform/random.js";
import type { MatchJournal } from "./match-journal.js";
import type { MatchRecord } from "./record.js";

export interface RefereeOptions {
  /** Unique in the league, 1–64 characters. */
  readonly displayName: string;
  readonly version?: string;
  /** How many matches it runs at the same time; further ones wait. Default 2 (RA 1). */
  readonly maxConcurrentMatches?: number;
  /** Refuses everything that is accepted only out of leniency (docs/leniency.md). Default false. */
  readonly strict?: boolean;
  /** Called with each finished match and its whole transcript; a throw is logged and changes nothing else. */
  readonly onMatch?: (record: MatchRecord) => void | Promise<void>;
  /** Called at the end of the league. */
  readonly onLeagueCompleted?: (end: LeagueCompletedIn) => void;
  /** Where its registration is kept: started again, the referee goes on as the same member of its league. */
  readonly keeper?: RegistrationKeeper;
  /** Where matches are kept until they are reported; of use to a referee with a keeper. */
  readonly journal?: MatchJournal;
  /** Where the number of a match is drawn from, for a league that can be replayed; the agent's own randomness by default. */
  readonly drawFrom?: (match_id: string) => Random;
  /** Which addresses it may call for a direct match, which any caller may order; loopback only by default. */
  readonly endpoints?: EndpointPolicy;
}
