/** Whether a match could be played with a peer, by the messages that it supports. */
import type { Conclusion } from "./negotiate.js";

/** The messages that each role must support for a match. */
export const needed = {
  player: ["GAME_INVITATION", "CHOOSE_PARITY_CALL"],
  referee: ["ROUND_ANNOUNCEMENT"],
  manager: ["LEAGUE_REGISTER_REQUEST"],
} as const;

/** Whether a referee starts matches is shown by a match only: it counts as one that could if it describes a call for it. */
export function canPlay({ role, understood, matchStart }: Conclusion): boolean {
  if (role === "referee") return matchStart !== undefined;
  return needed[role].every((type) => understood.includes(type));
}
