/** How much processor time a process group has used, where /proc provides it. */
import { processIds, statOf } from "./proc.js";

/** Linux counts in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;
/** Places among the columns of a process. */
const GROUP = 2;
const USER_TO_CHILDREN = [11, 15] as const;

/** Milliseconds of all its processes and of those that they have waited for; undefined where there is no /proc. */
export function groupCpu(group: number): number | undefined {
  let ticks: number | undefined;
  for (const pid of processIds()) {
    const columns = statOf(pid);
    if (Number(columns[GROUP]) !== group) continue;
    const used = columns.slice(...USER_TO_CHILDREN).reduce((sum, value) => sum + Number(value), 0);
    ticks = (ticks ?? 0) + used;
  }
  return ticks === undefined ? undefined : ticks * TICK_MS;
}
