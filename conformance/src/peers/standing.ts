/** One row of a table of standings that the suite sends. */
import { protocol } from "../contract.js";
import type { JsonObject } from "../json/scan.js";

export interface WinsAndLosses {
  readonly wins?: number;
  readonly draws?: number;
  readonly losses?: number;
}

/** Matches played and points follow from the record. */
export function standing(
  rank: number,
  player_id: string,
  { wins = 0, draws = 0, losses = 0 }: WinsAndLosses = {},
  display_name = player_id,
): JsonObject {
  const points = protocol.points.win * wins + protocol.points.draw * draws + protocol.points.loss * losses;
  return { rank, player_id, display_name, played: wins + draws + losses, wins, draws, losses, points };
}
