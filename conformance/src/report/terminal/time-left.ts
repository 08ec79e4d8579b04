/** How long a run will still take, about. */

export interface RunProgress {
  /** Since the run began, in ms. */
  readonly elapsedMs: number;
  readonly done: number;
  readonly planned: number;
  /** How long the whole run was thought to take, in ms. */
  readonly expectedMs: number;
  readonly worstCaseMs: number;
}

/**
 * The share of the checks that is left, of the time that was expected, or of the time that it took until now if that is
 * longer. So a slow start of the run does not multiply, and the estimate grows by no more than the time that passes.
 */
export function msLeft({ elapsedMs, done, planned, expectedMs, worstCaseMs }: RunProgress): number {
  if (done >= planned) return 0;
  const share = (planned - done) / planned;
  return Math.max(0, Math.min(share * Math.max(expectedMs, elapsedMs), worstCaseMs - elapsedMs));
}

const secondsPerMinute = 60;
/** A figure to the second would claim more than is known; the last ones are counted down. */
const [stepSeconds, countedDown] = [5, 10];

/** `about 20 s left`; empty when nothing is left. */
export function timeLeft(progress: RunProgress): string {
  const seconds = Math.ceil(msLeft(progress) / 1000);
  if (seconds === 0) return "";
  const shown = seconds <= countedDown ? seconds : Math.ceil(seconds / stepSeconds) * stepSeconds;
  const isLong = shown > 2 * secondsPerMinute;
  return `about ${isLong ? `${Math.ceil(shown / secondsPerMinute)} min` : `${shown} s`} left`;
}
