/** Closes an agent after a stop signal: cleanly, within a time limit. */
import { type RunningAgent, sleep, systemClock } from "@league-v2/sdk";
import type { Served } from "@league-v2/sdk/node";

/** For answers that are on their way; who stops a process does not wait for those of a hanging strategy. */
const timeoutMs = 300;

/** Ends the agent's work first, which would hold its server up. */
export async function closeSoon(served: Served<RunningAgent>): Promise<void> {
  await served.agent.close();
  const enough = new AbortController();
  const timeout = sleep(systemClock, timeoutMs, enough.signal).catch(() => {});
  await Promise.race([served.close(), timeout]);
  enough.abort();
}
