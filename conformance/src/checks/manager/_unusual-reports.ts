/** Reports that are valid, though they are not what referees usually send. */
import { protocol } from "../../contract.js";
import type { Assignment } from "../../peers/assignment.js";
import type { Twist } from "../../peers/speaker.js";

/** What IS 2.2.6 and RA 5.6 do not have in a result. */
const ADDITIONS = ["/result/status", "/result/details/number_parity", "/result/details/reason"];

export const UNUSUAL = {
  "one player missing": ({ playerA, playerB }: Assignment) =>
    unplayed(playerA, { [playerA]: protocol.points.win, [playerB]: 0 }),
  "both players missing": ({ playerA, playerB }: Assignment) =>
    unplayed(null, { [playerA]: 0, [playerB]: 0 }),
  "winner, score and details only": () => ({ remove: ADDITIONS }),
} satisfies Record<string, (match: Assignment) => Twist>;

export type Unusual = keyof typeof UNUSUAL;

export const UNUSUALS = Object.keys(UNUSUAL) as Unusual[];

/** No number was drawn, and no player was asked for a choice. */
function unplayed(winner: string | null, score: Record<string, number>): Twist {
  const choices = Object.fromEntries(Object.keys(score).map((player) => [player, null]));
  const details = { drawn_number: null, number_parity: null, choices, reason: "A player did not come." };
  return { set: { "/result": { status: "TECHNICAL_LOSS", winner, score, details } } };
}
