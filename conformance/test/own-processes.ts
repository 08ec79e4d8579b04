/** The processes that the suite has started for this test, found by a variable of their environment. */
import { readFileSync } from "node:fs";
import { marked } from "../src/subject/linux-processes.js";

const MARK = `CONFORMANCE_TEST=${process.pid}`;

process.env.CONFORMANCE_TEST = String(process.pid);

/** The processes that still run; those of other runs on the machine have other markers. */
export function ownProcesses(): number[] {
  return marked("").filter((pid) => environmentOf(pid).includes(MARK));
}

/** The environment of a process; empty if it has ended since it was listed. */
function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}
