import { playLeague } from "@league-v2/sdk/testing";
import { agents } from "./agents.ts";

/** A league in one process on simulated time, with every message written, read and validated at both ends. */
export async function playInMemory(playerCount: number): Promise<number> {
  const { total_matches } = await playLeague({ ...agents(playerCount), seed: playerCount });
  return total_matches;
}
