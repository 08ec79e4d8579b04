/** The command line that plays the same league. */
import { type LeagueRequest, strategyFile } from "../league/request.js";

/** Null for a league that the command cannot play: one with faults, or a fork. */
export function commandOf({ seed, opponents, faults, change }: LeagueRequest): string | null {
  if (faults.length > 0 || change !== undefined) return null;
  const strategies = [strategyFile, ...opponents];
  return `npx league play --memory --seed ${seed} --players ${strategies.length} --strategies ${strategies.join(",")}`;
}
