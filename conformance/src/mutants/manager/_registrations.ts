/** Faults in the registration of agents, of either role. */
import type { Surgery } from "../../subject/in-process-subject.js";
import { all } from "../surgery.js";

export const TYPES = { player: "LEAGUE_REGISTER_REQUEST", referee: "REFEREE_REGISTER_REQUEST" } as const;
export type Role = keyof typeof TYPES;
export const ROLES = ["player", "referee"] as const;

export function ofEachRole(change: (role: Role) => Surgery): Surgery {
  return all(...ROLES.map(change));
}
