import type { MatchRecord, RefereeOptions } from "@league-v2/sdk";

/** The options of this referee. Change them; the winner of a match is decided by the contract. */
export const rules: Omit<RefereeOptions, "displayName"> = {
  maxConcurrentMatches: 4,
  onMatch: (match) => console.log(summaryOf(match)),
};

/** One line for a match that is over. */
export function summaryOf({ match_id, player_A_id, player_B_id, outcome }: MatchRecord): string {
  return `${match_id}: ${player_A_id} against ${player_B_id}: ${outcome.reason}`;
}
