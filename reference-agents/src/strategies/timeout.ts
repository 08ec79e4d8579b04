/** Deliberately misses every deadline (PC 6, `timeout`): for trying out referees. It must run without the player's guard. */
import { type Strategy, sleep, systemClock } from "@league-v2/sdk";

/** An endless wait sets no timer, so it holds no process and no simulation; it ends with the signal, by rejecting. */
export const timeoutStrategy: Strategy = ({ signal }) =>
  sleep(systemClock, Number.POSITIVE_INFINITY, signal).then(() => "even");
