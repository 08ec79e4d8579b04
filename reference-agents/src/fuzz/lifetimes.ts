import type { Role } from "@league-v2/sdk";

/**
 * How many requests one agent lives through. A player and a referee serve without end; a league manager's league is over
 * some time, and then there is less to find.
 */
export const lifetimes: Readonly<Record<Role, number>> = {
  player: 1_000_000,
  referee: 1_000_000,
  league_manager: 1_000,
};
