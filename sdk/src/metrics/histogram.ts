/** Upper limits of the buckets in milliseconds: from an immediate answer to a choice at its deadline. */
export const bucketEndsMs = [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 30_000] as const;

/** A histogram of durations, with fixed buckets and thus fixed size. */
export class Histogram {
  /** By bucket; the last one has no upper limit. */
  readonly counts = new Array<number>(bucketEndsMs.length + 1).fill(0);
  sumMs = 0;

  add(ms: number): void {
    let bucket = 0;
    while (bucket < bucketEndsMs.length && ms > (bucketEndsMs[bucket] ?? 0)) bucket++;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sumMs += ms;
  }
}
