/** Upper ends of the buckets in milliseconds: from an answer at once to a choice at its deadline. */
export const bucketEndsMs = [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 30_000] as const;

/** How long something took, how often: fixed buckets, so that it never grows. */
export class Histogram {
  /** By bucket; the last one has no end. */
  readonly counts = new Array<number>(bucketEndsMs.length + 1).fill(0);
  sumMs = 0;

  add(ms: number): void {
    let bucket = 0;
    while (bucket < bucketEndsMs.length && ms > (bucketEndsMs[bucket] ?? 0)) bucket++;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sumMs += ms;
  }
}
