import { guardedContext } from "../agent/core/guarded-context.js";
import { allowHosts } from "../domain/endpoint-policy.js";
import type { LeagueManager, LeagueManagerOptions } from "../manager/league-manager.js";
import { LeagueManagerSession } from "../manager/session.js";
import { withEmbeddedReferee } from "./embedded-referee.js";

/** Creates a league manager: registration, schedule, standings, announcements; its data is in a `Store`. */
export function createLeagueManager(options: LeagueManagerOptions = {}): LeagueManager {
  const manager: LeagueManager = {
    role: "league_manager",
    connect: (agentContext) =>
      new LeagueManagerSession(options, guardedContext(agentContext, options.endpoints ?? allowHosts()))
        .agent,
  };
  if (options.referee !== "embedded") return manager;
  return withEmbeddedReferee(manager, options.store);
}
