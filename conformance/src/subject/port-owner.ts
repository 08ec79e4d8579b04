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
  return portsSeenListening(new Set([pid])).includes(port);
}

/** The ports on which these processes listen, the lowest first. */
export function listeningPorts(pids: ReadonlySet<number>): number[] {
  return portsAmong(pids, TABLES.flatMap(listenersIn));
}

/** The same as far as it is seen at once, see `isSeenListening`. */
export function portsSeenListening(pids: ReadonlySet<number>): number[] {
  return portsAmong(pids, TABLES.flatMap(firstListenersIn));
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
  return listenersAmong(textOf(`/proc/net/${table}`));
}

function firstListenersIn(table: (typeof TABLES)[number]): ListeningSocket[] {
  return listenersAmong(beginningOf(`/proc/net/${table}`));
}

function listenersAmong(table: string): ListeningSocket[] {
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === LISTENING)
    .map(([, local = "", ...rest]) => ({
      port: Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16),
      socket: `socket:[${rest[7] ?? ""}]`,
    }));
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

/** As far as its lines are those of sockets that listen, and some more. */
function beginningOf(table: string): string {
  const block = Buffer.alloc(BLOCK_BYTES);
  let text = "";
  let file: number | undefined;
  try {
    file = openSync(table, "r");
    for (let length = 1; length > 0 && listens(text.split("\n").at(-2)); ) {
      length = readSync(file, block);
      text += block.toString("latin1", 0, length);
    }
  } catch {
    // There is no such table.
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return text;
}

const BLOCK_BYTES = 4_096;

/** Whether this complete line describes a listening socket; true for no line and for the heading. */
function listens(line: string | undefined): boolean {
  return line === undefined || line.includes("local_address") || line.trim().split(/\s+/)[3] === LISTENING;
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
