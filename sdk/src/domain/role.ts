/** The roles of agents in a league. */
export type Role = "league_manager" | "referee" | "player";

/** The body of `GET /health` (contract 1). */
export interface Health {
  readonly role: Role;
  readonly id: string | null;
  readonly state: string;
  readonly uptime_ms: number;
  readonly dialects: readonly string[];
  readonly spec_version: string;
  /** League managers: the number of SUSPENDED members (contract 8). */
  readonly suspended?: number;
}
