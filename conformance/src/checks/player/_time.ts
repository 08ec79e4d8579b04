/** How long the checks of a player may take, computed from the contract's deadlines. */
import { deadlineOf } from "../../contract.js";

/** The suite waits for an answer a little beyond its deadline, to tell a late one from none (`Speaker.say`). */
const PATIENCE = 1.2;

/** The longest that these messages take one after the other, each answered at the last moment or not at all. In milliseconds. */
export function answersTo(...types: readonly string[]): number {
  return PATIENCE * types.map(deadlineOf).reduce((sum, ms) => sum + ms, 0);
}

/** A match of its own on the way to what a check is about: the invitation, the call, and the end. In milliseconds. */
export const A_MATCH_MS = answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER");

/** Notifications have no deadline of their own; somebody must still take them off the wire. In milliseconds. */
export const NOTIFIED_MS = answersTo("LEAGUE_QUERY");
