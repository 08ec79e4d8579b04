import { type Clock, sleep } from "../platform/clock.js";
import type { RunningAgent } from "./agent.js";

/** Resolves when the agent has finished what it was doing, or after `graceMs`; it takes nothing new from now on. */
export async function drained(agent: RunningAgent, clock: Clock, graceMs: number): Promise<void> {
  if (agent.drain === undefined) return;
  const enough = new AbortController();
  const patience = sleep(clock, graceMs, enough.signal).catch(() => {});
  await Promise.race([agent.drain(), patience]);
  enough.abort();
}
