/** Misses every deadline on purpose (PC 6, `timeout`), to test referees. It must run without the player's guard. */
import { type Strategy, sleep, systemClock } from "@league-v2/sdk";

/** Waits without a timer, which would keep a process or a simulation running; rejects when the signal is aborted. */
export const timeoutStrategy: Strategy = ({ signal }) =>
  sleep(systemClock, Number.POSITIVE_INFINITY, signal).then(() => "even");
