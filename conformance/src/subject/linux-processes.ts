/** Processes of agents where Linux shows them under /proc: also those that have left the group of the started process. */
import { spawn } from "node:child_process";
import type { AgentProcesses } from "./agent-processes.js";
import { groupCpu } from "./group-cpu.js";
import {
  groupOf,
  isListenedOnBy,
  isSeenListening,
  isYounger,
  listeningPorts,
  portsSeenListening,
} from "./port-owner.js";
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
