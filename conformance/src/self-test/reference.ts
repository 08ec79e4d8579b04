/** The agents that must pass every check. */
import { createLeagueManager, createPlayer, createReferee } from "@league-v2/sdk";
import type { Agent } from "../doors.js";
import type { LaunchOptions } from "../subject/subject.js";
import type { Role } from "../types.js";

export function referenceAgent(role: Role): (launch: LaunchOptions) => Agent {
  switch (role) {
    case "player":
      return ({ name }) =>
        createPlayer({ displayName: name, choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd") });
    case "referee":
      return ({ name }) => createReferee({ displayName: name });
    case "manager":
      return ({ players = 2, referees = 1 }) =>
        createLeagueManager({ leagueId: "league_reference", players, referees });
  }
}
