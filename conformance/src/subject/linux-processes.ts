/** Processes of agents where Linux shows them under /proc: also those that have left the group of the started process. */
import { spawn } from "node:child_process";
import type { AgentProcesses } from "./agent-processes.js";
import {
  groupOf,
  isListenedOnBy,
  isSeenListening,
  isYounger,
  listeningPorts,
  portsSeenListening,
} from "./port-owner.js";
import { processIds, statOf } from "./proc.js";
import { killNow, marked, reap } from "./reaper.js";

export const linuxProcesses: AgentProcesses = {
  hasGroups: true,
  start: async () => spawn,
  reap,
  killNow,
  isAnyAlive: (_, mark) => marked(mark).length > 0,
  listensOn(port, started, mark) {
    // To look at every process of the machine costs more than all the rest of a start.
    if (isSeenListening(started, port)) return true;
    if (listeningPorts(new Set([started])).includes(port)) return true;
    const family = new Set(marked(mark));
    // A helper that a container listens with is not of our group, but it came later than the command.
    const canStart = (pid: number) => family.has(pid) || groupOf(pid) === started || isYounger(pid, started);
    return isListenedOnBy(port, canStart);
  },
  ports: (started, mark) => portsSeenListening(new Set([...marked(mark), started])),
  cpu_ms: groupCpu,
};

/** Linux counts in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;
/** Places among the columns of a process. */
const GROUP = 2;
const USER_TO_CHILDREN = [11, 15] as const;

/** Milliseconds of all its processes and of those that they have waited for; undefined where there is no /proc. */
function groupCpu(group: number): number | undefined {
  let ticks: number | undefined;
  for (const pid of processIds()) {
    const columns = statOf(pid);
    if (Number(columns[GROUP]) !== group) continue;
    const used = columns.slice(...USER_TO_CHILDREN).reduce((sum, value) => sum + Number(value), 0);
    ticks = (ticks ?? 0) + used;
  }
  return ticks === undefined ? undefined : ticks * TICK_MS;
}
