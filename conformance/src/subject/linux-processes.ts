/**
 * Processes of agents where Linux shows them under /proc: also those that have left the group of the started process, and
 * the one that listens on a port, which may belong to another program.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { type AgentProcesses, endAll, lives, MARK, signal } from "./agent-processes.js";

export const linuxProcesses: AgentProcesses = {
  hasGroups: true,
  start: async () => spawn,
  familyOf: (started, mark) => ({
    reap: (clock) =>
      endAll(clock, function* () {
        if (lives(-started)) yield -started;
        // Those that left the group are searched when it has ended, because that reads every process of the machine.
        yield* marked(mark);
      }),
    killNow() {
      for (const target of [-started, ...marked(mark)]) signal(target, "SIGKILL");
    },
    isAnyAlive: () => marked(mark).length > 0,
    listensOn(port) {
      const here = listeningSockets().filter((socket) => socket.port === port);
      const holds = (pid: number) => {
        const links = linksOf(pid);
        return here.some(({ link }) => links.includes(link));
      };
      // To look at every process of the machine costs more than all the rest of a start.
      if (here.length > 0 && holds(started)) return true;
      const owners = here.length === 0 ? [] : processIds().filter(holds);
      if (owners.length === 0) return undefined;
      const family = marked(mark);
      const isInGroup = (pid: number) => Number(statOf(pid)[GROUP]) === started;
      // A helper that a container listens with is not of our group, but it came later than the command.
      const isYounger = (pid: number) => Number(statOf(pid)[STARTED] ?? 0) > Number(statOf(started)[STARTED]);
      return owners.some((pid) => family.includes(pid) || isInGroup(pid) || isYounger(pid));
    },
    ports() {
      const links = [started, ...marked(mark)].flatMap(linksOf);
      const ports = listeningSockets().filter(({ link }) => links.includes(link));
      return [...new Set(ports.map(({ port }) => port))].toSorted((a, b) => a - b);
    },
    cpu_ms() {
      const all = processIds().map(statOf);
      const members = all.filter((columns) => Number(columns[GROUP]) === started);
      if (members.length === 0) return undefined;
      const used = members.flatMap((columns) => columns.slice(...USER_TO_CHILDREN).map(Number));
      return TICK_MS * used.reduce((sum, ticks) => sum + ticks, 0);
    },
  }),
};

/** Linux counts in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;
/** Places among the columns of a process; the times are its own and those of processes that it has waited for. */
const [GROUP, STARTED] = [2, 19];
const USER_TO_CHILDREN = [11, 15] as const;

/** Living processes that carry the mark, wherever they have gone. Empty where there is no /proc. */
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

/** The sockets that listen, with links to them as they read: `socket:[1234]`. */
function listeningSockets(): { port: number; link: string }[] {
  const [, ...lines] = ["tcp", "tcp6"].flatMap((table) => textOf(`/proc/net/${table}`).split("\n"));
  return lines.flatMap((line) => {
    const [, local = "", , state, ...rest] = line.trim().split(/\s+/);
    const port = Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16);
    return state === "0A" ? [{ port, link: `socket:[${rest[5]}]` }] : [];
  });
}

function linksOf(pid: number): string[] {
  return namesIn(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return "";
    }
  });
}

function processIds(): number[] {
  return namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The columns of `/proc/<pid>/stat` that follow the program's name, see proc(5); none for a process that has ended. */
function statOf(pid: number): string[] {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** The names in a folder; none when it is gone or may not be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty when the file is gone or may not be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
