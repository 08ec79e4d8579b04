/** The process that listens on a port, where /proc provides it: a port that answers may belong to another program. */
import { closeSync, openSync, readlinkSync, readSync } from "node:fs";
import { namesIn, processIds, statOf, textOf } from "./proc.js";

const LISTENING = "0A";

/**
 * Whether one of these processes listens on the port; undefined where that cannot be known: there is no /proc, no process
 * listens, or the listener may not be inspected.
 *
 * @param isOurs asked about every process that listens there
 */
export function isListenedOnBy(port: number, isOurs: (pid: number) => boolean): boolean | undefined {
  const owners = listenersOf(port);
  return owners.length === 0 ? undefined : owners.some(isOurs);
}

/** Ids of the processes that hold a listening socket of this port. */
function listenersOf(port: number): number[] {
  const sockets = TABLES.flatMap(listenersIn).filter((listener) => listener.port === port);
  const wanted = new Set(sockets.map(({ socket }) => socket));
  if (wanted.size === 0) return [];
  return processIds().filter((pid) => linksOf(pid).some((link) => wanted.has(link)));
}

/**
 * Whether this process is seen at once to listen on the port. Linux lists the sockets that listen first, so that a table with
 * thousands of closed connections need not be read to its end.
 */
export function isSeenListening(pid: number, port: number): boolean {
  const links = linksOf(pid);
  return TABLES.some((table) => {
    for (const one of firstListenersIn(table))
      if (one.port === port && links.includes(one.socket)) return true;
    return false;
  });
}

/** The ports on which these processes listen, the lowest first. */
export function listeningPorts(pids: ReadonlySet<number>): number[] {
  return portsAmong(pids, TABLES.flatMap(listenersIn));
}

/** The same as far as it is seen at once, see `isSeenListening`. */
export function portsSeenListening(pids: ReadonlySet<number>): number[] {
  return portsAmong(
    pids,
    TABLES.flatMap((table) => [...firstListenersIn(table)]),
  );
}

function portsAmong(pids: ReadonlySet<number>, listeners: readonly ListeningSocket[]): number[] {
  const links = new Set([...pids].flatMap(linksOf));
  const ports = listeners.filter(({ socket }) => links.has(socket)).map(({ port }) => port);
  return [...new Set(ports)].toSorted((a, b) => a - b);
}

const TABLES = ["tcp", "tcp6"] as const;

interface ListeningSocket {
  port: number;
  /** As links to it read: `socket:[1234]`. */
  socket: string;
}

function listenersIn(table: (typeof TABLES)[number]): ListeningSocket[] {
  const [, ...lines] = textOf(`/proc/net/${table}`).split("\n");
  return lines.flatMap((line) => listenerIn(line) ?? []);
}

/** Reads no further than it is asked for, and to the first socket that does not listen: the search for that one reads much. */
function* firstListenersIn(table: (typeof TABLES)[number]): Generator<ListeningSocket> {
  let isHeading = true;
  for (const line of linesOf(`/proc/net/${table}`)) {
    const listener = isHeading ? undefined : listenerIn(line);
    if (listener !== undefined) yield listener;
    else if (!isHeading) return;
    isHeading = false;
  }
}

/** The socket that this line of a table describes; undefined if it does not listen. */
function listenerIn(line: string): ListeningSocket | undefined {
  const [, local = "", , state, ...rest] = line.trim().split(/\s+/);
  if (state !== LISTENING) return undefined;
  const port = Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16);
  return { port, socket: `socket:[${rest[5] ?? ""}]` };
}

/** The process group of a process; undefined when it has ended. */
export function groupOf(pid: number): number | undefined {
  const group = statOf(pid)[GROUP];
  return group === undefined ? undefined : Number(group);
}

/** Whether the first process was started after the second one. False when either has ended. */
export function isYounger(pid: number, than: number): boolean {
  return Number(statOf(pid)[STARTED] ?? 0) > Number(statOf(than)[STARTED] ?? Number.POSITIVE_INFINITY);
}

/** Places among the columns of a process. */
const GROUP = 2;
const STARTED = 19;

/** About as long as a line: the system looks for the next one only when it is asked for more. */
const BLOCK_BYTES = 160;

/** The lines of a file, read one after the other; none when there is no such file. */
function* linesOf(path: string): Generator<string> {
  const block = Buffer.alloc(BLOCK_BYTES);
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return;
  }
  try {
    let text = "";
    for (let length = readSync(file, block); length > 0; length = readSync(file, block)) {
      const lines = (text + block.toString("latin1", 0, length)).split("\n");
      text = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    closeSync(file);
  }
}

function linksOf(pid: number): string[] {
  return namesIn(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`));
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
