import type { Role } from "@league-v2/sdk";

/**
 * The number of requests sent to one agent. A player and a referee serve without end. The league of a league manager ends
 * after some requests, and then fewer handlers can be reached.
 */
export const requestsPerAgent: Readonly<Record<Role, number>> = {
  player: 1_000_000,
  referee: 1_000_000,
  league_manager: 1_000,
};
