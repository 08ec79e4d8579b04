/** How much processor time a process group has used, where /proc tells it. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;
/** Places among the columns of `/proc/<pid>/stat` that follow the program's name; see proc(5). */
const GROUP = 2;
const USER_TO_CHILDREN = [11, 15] as const;

/** Milliseconds of all its processes and of those that they have waited for; undefined where there is no /proc. */
export function groupCpu(group: number): number | undefined {
  let ticks: number | undefined;
  for (const entry of entriesOfProc()) {
    const columns = statOf(entry);
    if (columns[GROUP] !== group) continue;
    const used = columns.slice(...USER_TO_CHILDREN).reduce((sum, value) => sum + value, 0);
    ticks = (ticks ?? 0) + used;
  }
  return ticks === undefined ? undefined : ticks * TICK_MS;
}

function entriesOfProc(): string[] {
  try {
    return readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
  } catch {
    return [];
  }
}

function statOf(pid: string): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return []; // The process has ended.
  }
}
