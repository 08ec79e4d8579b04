/** Whether a match could be played with a peer, by the messages that it supports. */
import type { Examination } from "./examination.js";

/** The messages that each role must support for a match. */
export const needed = {
  player: ["GAME_INVITATION", "CHOOSE_PARITY_CALL"],
  referee: ["ROUND_ANNOUNCEMENT"],
  manager: ["LEAGUE_REGISTER_REQUEST"],
} as const;

/** A referee with a separate call to start a match needs no announcement. */
export function canPlay({ role, understood, matchStart }: Examination): boolean {
  return matchStart !== undefined || needed[role].every((type) => understood.includes(type));
}
