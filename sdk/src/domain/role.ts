/** The roles of agents in a league. */
export type Role = "league_manager" | "referee" | "player";
