// Processor time of the processes of browsers. The browser starts them, and no process of the gate waits for them, so that the
// shell's `time` leaves them out.
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";

/** The file in which each browser notes it before it is closed; the gate names it. */
const FILE = "LEAGUE_GATE_BROWSER_CPU";
const TICKS_PER_SECOND = 100;

/** The environment of the steps that are to be counted. */
export const countedIn = (file: string): NodeJS.ProcessEnv => ({ ...process.env, [FILE]: file });

/** Of all browsers that run now; those of other threads are noted again before they are closed. */
export function noteBrowserCpu(): void {
  const file = process.env[FILE];
  if (file === undefined || !existsSync("/proc/self/stat")) return;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const ticks = ticksOf(pid);
    if (ticks !== undefined) appendFileSync(file, `${pid} ${ticks}\n`);
  }
}

/** Of the process and of those that it has waited for; undefined for what is no process of a browser, or is gone. */
function ticksOf(pid: string): number | undefined {
  try {
    if (!/chrom.*--type=/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))) return undefined;
    const [, fields = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    const times = fields.split(" ").slice(11, 15).map(Number);
    return times.reduce((sum, one) => sum + one, 0);
  } catch {
    return undefined;
  }
}

export function browserCpuSeconds(file: string): number {
  if (!existsSync(file)) return 0;
  const latest = new Map(
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => {
        const [pid = "", ticks = ""] = line.split(" ");
        return [pid, Number(ticks)] as const;
      }),
  );
  return [...latest.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;
}
