import { secureRandom } from "@league-v2/sdk";

/** Generated league ids must be unique in a data folder. */
export function newLeagueId(): string {
  const uniqueBytes = 4;
  return `league_${Buffer.from(secureRandom.bytes(uniqueBytes)).toString("hex")}`;
}
