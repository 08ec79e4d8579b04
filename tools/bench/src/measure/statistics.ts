/** The middle value; of an even number of values, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which that share (0 to 1) of the values lies, interpolated between its neighbours. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError("there is no quantile of nothing");
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** A ratio as it was found in several rounds: the median, and the middle half of the rounds. */
export interface Ratio {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/**
 * How many times the reference a contender is, round by round. Both values of a round were taken within moments of each
 * other, so that a machine that grows slower meanwhile cancels out.
 */
export function ratioByRound(values: readonly number[], reference: readonly number[]): Ratio {
  if (values.length !== reference.length) {
    throw new RangeError(`${values.length} rounds cannot be compared with ${reference.length}`);
  }
  const ratios = values.map((value, round) => value / (reference[round] ?? Number.NaN));
  return { median: median(ratios), low: quantile(ratios, 0.25), high: quantile(ratios, 0.75) };
}
