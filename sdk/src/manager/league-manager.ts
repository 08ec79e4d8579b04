/** The public API of a league manager: options, events, results. */
import type { Agent, RunningAgent } from "../agent/core/agent.js";
import type { WireChoice } from "../agent/core/wire-choice.js";
import type { EndpointPolicy } from "../domain/endpoint-policy.js";
import type { Resolve } from "./endpoint-check.js";
import type { LeagueEnd, LeagueEvent } from "./events.js";
import type { MatchQueue } from "./match-queue.js";
import type { Rank } from "./standings.js";
import type { Store } from "./store.js";

export interface LeagueManagerOptions {
  readonly leagueId?: string;
  /** The league starts by itself when this many players … */
  readonly players?: number;
  /**
   * … and this many referees have registered; no more are admitted. Without both it waits for `start_league`, and lets in
   * `protocol.league.openPlayers` players and `openReferees` referees where no number is given.
   */
  readonly referees?: number;
  /** `embedded`: it runs one of the referees itself (RS). Default `external`: all of them are processes of their own. */
  readonly referee?: "external" | "embedded";
  /** A league in it is continued. Default: a `MemoryStore`. It is closed with the manager. */
  readonly store?: Store;
  /** Where matches wait to be brought to a referee. Default: in this process. */
  readonly queue?: MatchQueue;
  /**
   * A name of this manager among all that serve the same store: no other one has it at the same time, and the same one has
   * it again after a restart (its host and port, say). A manager that died and comes back with its name goes on at once;
   * else it, or another one, goes on when `protocol.league.seasonLeaseMs` have passed. Default: a new random one.
   */
  readonly instance?: string;
  /** Refuses everything that is accepted only out of leniency (docs/leniency.md). Default false. */
  readonly strict?: boolean;
  /**
   * The wire forms of single members, by display name: each is called in its form first, and referees get it with the order.
   * The answer to a registration is in the form of the registration.
   */
  readonly wireFor?: Readonly<Record<string, WireChoice>>;
  /** Which addresses it is willing to call; loopback only by default. */
  readonly endpoints?: EndpointPolicy;
  /** Resolves a host name to its addresses, so that a name that leads to a forbidden address is rejected. */
  readonly resolve?: Resolve;
  /** Called with every event of the league, in order; a throw is logged and changes nothing else. */
  readonly onEvent?: (event: LeagueEvent) => void;
}

export interface RunningLeagueManager extends RunningAgent {
  /** Resolves when the league is complete and all agents have been notified. */
  readonly ended: Promise<LeagueEnd>;
  standings(): Promise<readonly Rank[]>;
  /** Asks every registered agent to shut down. */
  shutDownAgents(reason: string): Promise<void>;
}

export type LeagueManager = Agent<RunningLeagueManager>;
