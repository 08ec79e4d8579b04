/** A league manager: registration, round robin, standings, announcements; its truth is in a store. */
import { guardedLink } from "../agent/guarded-link.js";
import { withEmbeddedReferee } from "./embedded-referee.js";
import { allowHosts } from "./endpoint-policy.js";
import type { LeagueManager, LeagueManagerOptions } from "./league-manager.js";
import { LeagueManagerSession } from "./session.js";

export function createLeagueManager(options: LeagueManagerOptions = {}): LeagueManager {
  const manager: LeagueManager = {
    role: "league_manager",
    connect: (link) =>
      new LeagueManagerSession(options, guardedLink(link, options.endpoints ?? allowHosts())).agent,
  };
  if (options.referee !== "embedded") return manager;
  return withEmbeddedReferee(manager, options.store, options.strict === true);
}
