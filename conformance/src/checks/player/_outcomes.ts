/** How a match may end for the player: what GAME_OVER says then. */
import type { JsonObject } from "../../json/scan.js";
import type { Match } from "../../peers/match.js";
import type { Parity } from "../../peers/result.js";
import { technicalLoss } from "./_steps.js";

export type End = "won" | "lost" | "drew";

/** The ends of what is drawn: whoever is one off with its bounds stumbles over them. */
const LOWEST = 1;
const HIGHEST = 10;

/** The right number and the wrong one are the lowest and the highest, or the other way round. */
export function outcomeFor(
  end: End,
  chosen: unknown,
): { choice: Parity; opponentChoice: Parity; number: number } {
  const choice: Parity = chosen === "odd" ? "odd" : "even";
  const other: Parity = choice === "even" ? "odd" : "even";
  const [right, wrong] = choice === "even" ? [HIGHEST, LOWEST] : [LOWEST, HIGHEST];
  return { choice, opponentChoice: end === "drew" ? choice : other, number: end === "lost" ? wrong : right };
}

/** The `game_result` where neither player answered in time. */
export function bothMissed({ opponent }: Match, player: string): JsonObject {
  return {
    ...technicalLoss(player, opponent),
    status: "DRAW",
    winner_player_id: null,
    choices: { [player]: null, [opponent]: null },
    reason: "Neither player gave its choice in time. A draw.",
  };
}

/** The `game_result` where neither player could be reached. */
export function bothUnreachable(match: Match, player: string): JsonObject {
  return {
    ...bothMissed(match, player),
    status: "TECHNICAL_LOSS",
    reason: "Neither player could be reached. Nobody wins.",
  };
}
