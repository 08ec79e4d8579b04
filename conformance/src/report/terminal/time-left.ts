/** The estimated remaining time of a run. */

export interface RunProgress {
  /** Since the run began, in ms. */
  readonly elapsedMs: number;
  readonly done: number;
  readonly planned: number;
  /** The expected time of the whole run, in ms. */
  readonly expectedMs: number;
  readonly worstCaseMs: number;
}

/**
 * The remaining share of the checks, multiplied by the expected time, or by the elapsed time if that is longer. So a
 * slow start is not multiplied, and the estimate grows by no more than the elapsed time.
 */
export function msLeft({ elapsedMs, done, planned, expectedMs, worstCaseMs }: RunProgress): number {
  if (done >= planned) return 0;
  const share = (planned - done) / planned;
  return Math.max(0, Math.min(share * Math.max(expectedMs, elapsedMs), worstCaseMs - elapsedMs));
}

const secondsPerMinute = 60;
/** Rounded, because the estimate is not exact; the last seconds are counted down. */
const [stepSeconds, countedDown] = [5, 10];

/** `about 20 s left`; empty when nothing is left. */
export function timeLeft(progress: RunProgress): string {
  const seconds = Math.ceil(msLeft(progress) / 1000);
  if (seconds === 0) return "";
  const shown = seconds <= countedDown ? seconds : Math.ceil(seconds / stepSeconds) * stepSeconds;
  const isLong = shown > 2 * secondsPerMinute;
  return `about ${isLong ? `${Math.ceil(shown / secondsPerMinute)} min` : `${shown} s`} left`;
}
