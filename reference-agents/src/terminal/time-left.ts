/** The remaining time of work at the present speed. */

/** With fewer finished pieces of work there is no estimate. */
const fewest = 3;
const msPerSecond = 1000;
const secondsPerMinute = 60;

/** `about 12 s left`; empty before there is an estimate, and at the end. */
export function timeLeft(done: number, all: number, elapsedMs: number): string {
  if (done < fewest || done >= all) return "";
  const seconds = Math.ceil((elapsedMs * (all - done)) / done / msPerSecond);
  const isLong = seconds > 2 * secondsPerMinute;
  return `about ${isLong ? `${Math.ceil(seconds / secondsPerMinute)} min` : `${seconds} s`} left`;
}
