/** What a start of the agent costs, and what follows from it for the plan of the run. */

export interface StartCost {
  /** From the start of the process to its readiness, in milliseconds. */
  wall_ms: number;
  /** Processor time of its process group by then, in milliseconds; undefined where the system does not say. */
  cpu_ms?: number;
}

/** A start that mostly waits leaves room for others, but a machine that starts many at once delays the suite too. */
const MOST_STARTS_AT_ONCE = 6;

/** How many instances may start at the same time, so that none of them takes longer than it would alone. */
export function startsAtOnce({ wall_ms, cpu_ms }: StartCost, cores: number): number {
  if (cpu_ms === undefined) return Math.max(1, cores);
  const coresBusy = Math.max(cpu_ms, 1) / Math.max(wall_ms, 1);
  return Math.min(MOST_STARTS_AT_ONCE, Math.max(1, Math.floor(cores / coresBusy)));
}

/** The time for so many starts, in milliseconds. */
export function timeToStart(count: number, cost: StartCost, atOnce: number): number {
  return Math.ceil(count / atOnce) * cost.wall_ms;
}
