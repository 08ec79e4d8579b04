import { type Clock, sleep } from "../platform/clock.js";
import type { RunningAgent } from "./agent.js";

/** Starts draining the agent; resolves when its matches are over, or after `graceMs`. */
export async function drained(agent: RunningAgent, clock: Clock, graceMs: number): Promise<void> {
  if (agent.drain === undefined) return;
  const enough = new AbortController();
  const timeout = sleep(clock, graceMs, enough.signal).catch(() => {});
  await Promise.race([agent.drain(), timeout]);
  enough.abort();
}
