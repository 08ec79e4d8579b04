/** A league manager: registration, round robin, standings, announcements; its truth is in a store. */
import type { Agent, RunningAgent } from "../agent/agent.js";
import { createReferee } from "../referee/create-referee.js";
import { withEmbeddedReferee } from "./embedded-referee.js";
import type { EndpointPolicy } from "./endpoint-policy.js";
import type { LeagueEnd, LeagueEvent } from "./events.js";
import { LeagueManagerSession } from "./session.js";
import type { Rank } from "./standings.js";
import type { Store } from "./store.js";

export interface LeagueManagerOptions {
  readonly leagueId?: string;
  /** The league starts by itself when this many players … */
  readonly players?: number;
  /** … and this many referees have registered; no more are let in. Without both it waits for `start_league`. */
  readonly referees?: number;
  /** `embedded`: it runs one of the referees itself (RS). Default `external`: all of them are processes of their own. */
  readonly referee?: "external" | "embedded";
  readonly store?: Store;
  /** Which addresses it is willing to call; loopback only by default. */
  readonly endpoints?: EndpointPolicy;
  /** Told of everything that happens in the league, in order; a throw is logged and changes nothing else. */
  readonly onEvent?: (event: LeagueEvent) => void;
}

export interface RunningLeagueManager extends RunningAgent {
  /** Resolves when the league is complete and everybody has been told. */
  readonly ended: Promise<LeagueEnd>;
  standings(): Promise<readonly Rank[]>;
  /** Asks every registered agent to shut down. */
  dismiss(reason: string): Promise<void>;
}

export type LeagueManager = Agent<RunningLeagueManager>;

export function createLeagueManager(options: LeagueManagerOptions = {}): LeagueManager {
  const manager: LeagueManager = {
    role: "league_manager",
    connect: (link) => new LeagueManagerSession(options, link).agent,
  };
  if (options.referee !== "embedded") return manager;
  return withEmbeddedReferee(manager, createReferee({ displayName: "embedded referee" }));
}
