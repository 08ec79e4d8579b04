/**
 * Ends a process, its group, and processes that left the group. Every agent is started with a mark in its environment, which
 * its descendants inherit; where /proc shows environments, they are found by it wherever they have gone.
 */
import type { Clock } from "../sdk.js";
import { pause } from "../time/pause.js";
import { processIds, statOf, textOf } from "./proc.js";
import { groupLives, signal } from "./signals.js";

export const MARK = "LEAGUE_CONFORMANCE_MARK";

const GRACE_MS = 2_000;
const POLL_MS = 25;

/** SIGTERM to all of them, then, after a grace period, SIGKILL to those that are left. */
export async function reap(clock: Clock, group: number, mark: string): Promise<void> {
  const alive = () => [...(groupLives(group) ? [-group] : []), ...marked(mark)];
  // Processes that left the group are searched when it has ended, because that reads every process of the machine.
  const isAnyAlive = () => groupLives(group) || marked(mark).length > 0;
  for (const target of alive()) signal(target, "SIGTERM");
  const until = clock.now() + GRACE_MS;
  while (clock.now() < until) {
    if (!isAnyAlive()) return;
    await pause(clock, POLL_MS);
  }
  // A process that forks while it is being killed is found in the next turn.
  for (let turn = 0; turn < 20; turn += 1) {
    const left = alive();
    if (left.length === 0) return;
    for (const target of left) signal(target, "SIGKILL");
    await pause(clock, POLL_MS);
  }
}

/** The same without waiting, for the moment in which the suite itself must end. */
export function killNow(group: number, mark: string): void {
  signal(-group, "SIGKILL");
  for (const pid of marked(mark)) signal(pid, "SIGKILL");
}

/** Living processes that carry the mark. Empty where there is no /proc. */
export function marked(mark: string): number[] {
  return processIds().filter(
    (pid) => textOf(`/proc/${pid}/environ`).includes(`${MARK}=${mark}`) && isAlive(pid),
  );
}

/** A process that has ended stays in /proc, in state Z, until its parent has asked for its exit status. */
function isAlive(pid: number): boolean {
  const [state = "Z"] = statOf(pid);
  return state !== "Z";
}
