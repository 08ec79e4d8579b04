/** Closes an agent after a stop signal: cleanly, within a time limit. */
import { type RunningAgent, sleep, systemClock } from "@league-v2/sdk";
import type { Served } from "@league-v2/sdk/node";

/** Time for pending answers; after a stop signal, the process does not wait for a strategy that hangs. */
const timeoutMs = 300;

/** Ends the agent's work first, because the server cannot close while requests are pending. */
export async function closeSoon(served: Served<RunningAgent>): Promise<void> {
  await served.agent.close();
  const closed = new AbortController();
  const timeout = sleep(systemClock, timeoutMs, closed.signal).catch(() => {});
  await Promise.race([served.close(), timeout]);
  closed.abort();
}
