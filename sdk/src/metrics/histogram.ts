import type { Sample } from "./family.js";

/** Upper ends of the buckets in milliseconds: from an answer at once to a choice at its deadline. */
const endsMs = [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 30_000] as const;

const msPerSecond = 1000;

/** How long something took, how often: fixed buckets, so that it never grows. */
export class Histogram {
  readonly #counts = new Float64Array(endsMs.length + 1);
  #sumMs = 0;

  add(ms: number): void {
    let bucket = 0;
    while (bucket < endsMs.length && ms > (endsMs[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sumMs += ms;
  }

  /** In seconds, as Prometheus has it. */
  samples(labels: Readonly<Record<string, string>>): Sample[] {
    let count = 0;
    const buckets = [...this.#counts].map((own, index): Sample => {
      count += own;
      const end = endsMs[index];
      const le = end === undefined ? "+Inf" : String(end / msPerSecond);
      return { suffix: "_bucket", labels: { ...labels, le }, value: count };
    });
    const sum = { suffix: "_sum", labels, value: this.#sumMs / msPerSecond };
    return [...buckets, sum, { suffix: "_count", labels, value: count }];
  }
}
