/** Process data of Linux under /proc; empty without /proc, and for a process that has ended. */
import { readdirSync, readFileSync } from "node:fs";

/** Ids of all processes. */
export function processIds(): number[] {
  return namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/**
 * The columns of `/proc/<pid>/stat` that follow the program's name, see proc(5): the first is the state, a letter.
 * Empty for a process that has ended.
 */
export function statOf(pid: number): string[] {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** The names in a folder; none when it is gone or may not be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Empty when the file is gone or may not be read. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}
