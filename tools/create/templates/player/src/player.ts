import { createPlayer } from "@league-v2/sdk";
import { choose } from "./strategy.ts";

/** @param displayName must be unique in a league */
export function myPlayer(displayName: string) {
  return createPlayer({ displayName, choose });
}
