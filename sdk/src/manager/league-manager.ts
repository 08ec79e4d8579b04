/** The public API of a league manager: options, events, results. */
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import type { EndpointPolicy } from "../domain/endpoint-policy.js";
import type { MatchQueue } from "./dispatch/match-queue.js";
import type { Resolve } from "./registration/endpoint-check.js";
import type { LeagueEnd, LeagueEvent } from "./season/events.js";
import type { Rank } from "./store/standings.js";
import type { Store } from "./store/store.js";

/** The options of `createLeagueManager`. */
export interface LeagueManagerOptions {
  readonly leagueId?: string;
  /** The games of its rounds in rotation; every player must serve all of them. Default: `even_odd`. */
  readonly gameTypes?: readonly string[];
  /** The league starts automatically when this many players … */
  readonly players?: number;
  /**
   * … and this many referees have registered; no more are admitted. Without both it waits for `start_league`, and admits
   * `protocol.league.openPlayers` players and `openReferees` referees if no number is set.
   */
  readonly referees?: number;
  /** `embedded`: it runs one of the referees itself (RS). Default `external`: all referees are separate processes. */
  readonly referee?: "external" | "embedded";
  /** A stored league is continued. Default: a `MemoryStore`. The store is closed with the manager. */
  readonly store?: Store;
  /** The queue of matches that wait for a referee. Default: in this process. */
  readonly queue?: MatchQueue;
  /**
   * The name of this manager among all that serve the same store: no two managers may have it at the same time, and it is
   * the same after a restart (host and port, for example). A restarted manager with its earlier name continues at once;
   * any other one continues after `protocol.league.seasonLeaseMs`. Default: a random name.
   */
  readonly instance?: string;
  /** Which addresses it may call; loopback only by default. */
  readonly endpoints?: EndpointPolicy;
  /** Resolves a host name to its addresses, so that a name with a forbidden address is rejected. */
  readonly resolve?: Resolve;
  /** Rejects an agent whose endpoint does not answer when it registers. Default false: some agents register before they listen. */
  readonly checkEndpoints?: boolean;
  /** Called with every event of the league, in order; a throw is logged and changes nothing else. */
  readonly onEvent?: (event: LeagueEvent) => void;
}

/** A running league manager. */
export interface RunningLeagueManager extends RunningAgent {
  /** Resolves when the league is complete and all agents have been notified. */
  readonly ended: Promise<LeagueEnd>;
  standings(): Promise<readonly Rank[]>;
  /** Sends a shutdown command to every registered agent. */
  shutDownAgents(reason: string): Promise<void>;
}

/** A league manager that is not running. */
export type LeagueManager = Agent<RunningLeagueManager>;
