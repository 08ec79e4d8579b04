export type Role = "league_manager" | "referee" | "player";
