/** The processes of an agent that the suite has started: what the launcher asks about them, and how it ends them. */
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Clock } from "../sdk.js";
import { pause } from "../time/pause.js";

export interface AgentProcesses {
  /** Whether each agent gets a process group of its own, which a signal reaches as a whole. */
  readonly hasGroups: boolean;
  /** What starts a program of this machine. */
  start(): Promise<typeof spawn>;
  /** The process that was started and its descendants. */
  familyOf(started: number, mark: string): Family;
}

export interface Family {
  /** Ends all of them: first so that they can react to it where the system allows that, then in any case. */
  reap(clock: Clock): Promise<void>;
  /** The same without waiting, for the moment in which the suite itself must end. */
  killNow(): void;
  /** Whether one of them still runs. False where that cannot be known after the started process has ended. */
  isAnyAlive(): boolean;
  /** Whether one of them listens on the port; undefined where that cannot be known. */
  listensOn(port: number): boolean | undefined;
  /** The ports on which they listen, the lowest first; none where that cannot be known. */
  ports(): number[];
  /** Milliseconds of processor time that they have used; undefined where that cannot be known. */
  cpu_ms(): number | undefined;
}

/** Of a program that could not be started. */
export const noFamily: Family = {
  reap: async () => undefined,
  killNow: () => undefined,
  isAnyAlive: () => false,
  listensOn: () => false,
  ports: () => [],
  cpu_ms: () => undefined,
};

/** Every agent is started with a mark in its environment, which its descendants inherit. */
export const MARK = "LEAGUE_CONFORMANCE_MARK";

const GRACE_MS = 2_000;
const POLL_MS = 25;
/** A process that forks while it is being killed is found in the next turn. */
const KILL_TURNS = 20;

/**
 * SIGTERM to all of them, then, after a grace period, SIGKILL to those that are left. On Windows every signal ends a
 * process at once.
 * @param alive the ids of processes, or of groups with a negative sign, that live at the time of the call
 */
async function endAll(clock: Clock, alive: () => Iterable<number>): Promise<void> {
  for (const target of alive()) signal(target, "SIGTERM");
  const hasEnded = () => [...firstOf(alive())].length === 0;
  for (const until = clock.now() + GRACE_MS; clock.now() < until; await pause(clock, POLL_MS))
    if (hasEnded()) return;
  for (let turn = 0; turn < KILL_TURNS && !hasEnded(); turn += 1) {
    for (const target of alive()) signal(target, "SIGKILL");
    await pause(clock, POLL_MS);
  }
}

function* firstOf(all: Iterable<number>): Generator<number> {
  for (const one of all) return yield one;
}

/** Whether the process lives, or with a negative id one of the group. */
function lives(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch {
    return false;
  }
}

function signal(target: number, name: NodeJS.Signals): void {
  try {
    process.kill(target, name);
  } catch {
    // It has ended meanwhile.
  }
}

// Processes of agents where Linux shows them under /proc: also those that have left the group of the started process, and
// the one that listens on a port, which may belong to another program.

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

// Processes of agents where there is no /proc: macOS, where a group of processes can be signalled, and Windows, where only trees can be ended.

export function portableProcesses(os: NodeJS.Platform): AgentProcesses {
  const hasGroups = os !== "win32";
  return {
    hasGroups,
    // Windows starts no script, such as `npx.cmd`, by itself.
    start: async () => (hasGroups ? spawn : (await import("cross-spawn")).default),
    familyOf: (started) => ({
      ...noFamily,
      isAnyAlive: () => lives(hasGroups ? -started : started),
      async reap(clock) {
        const all = [...(hasGroups ? [-started] : []), ...(await treeOf(started))];
        await endAll(clock, () => all.filter(lives));
      },
      killNow() {
        if (hasGroups) signal(-started, "SIGKILL");
        else spawnSync("taskkill", ["/pid", String(started), "/T", "/F"]);
      },
      listensOn: () => undefined,
    }),
  };
}

/** The process and its descendants, asked for before the first of them ends: then its children are no longer known to be so. */
async function treeOf(root: number): Promise<number[]> {
  const { default: pidtree } = await import("pidtree");
  return pidtree(root, { root: true }).catch(() => [root]);
}
