/** When work will be done, if it goes on as before. */

/** The first pieces of a work say little about the others. */
const fewest = 3;
const msPerSecond = 1000;
const secondsPerMinute = 60;

/** `about 12 s left`; empty as long as that is a guess, and at the end. */
export function timeLeft(done: number, all: number, elapsedMs: number): string {
  if (done < fewest || done >= all) return "";
  const seconds = Math.ceil((elapsedMs * (all - done)) / done / msPerSecond);
  const isLong = seconds > 2 * secondsPerMinute;
  return `about ${isLong ? `${Math.ceil(seconds / secondsPerMinute)} min` : `${seconds} s`} left`;
}
