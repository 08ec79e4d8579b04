import { hex, secureRandom } from "@league-v2/sdk";

/** Ids of leagues that nobody named must not meet in one data folder. */
export function newLeagueId(): string {
  const uniqueBytes = 4;
  return `league_${hex(secureRandom, uniqueBytes)}`;
}
