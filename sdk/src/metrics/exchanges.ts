/** Counts exchanges of one direction and their durations, by method and outcome. */

/** The label for all unlisted methods: a name that a client invents must not become a label. */
export const otherMethod = "other";

/** The exchanges of one method. */
export interface MethodRow {
  readonly outcomes: Map<string, number>;
  readonly durations: Histogram;
}

export class Exchanges {
  /** The exchanges of each used method. */
  readonly #rows = new Map<string, MethodRow>();
  readonly #methods: ReadonlySet<string>;

  /** @param methods the only names that become labels, in addition to `other` */
  constructor(methods: readonly string[]) {
    this.#methods = new Set(methods);
  }

  /** @param outcome one of a few fixed words of the program */
  add(method: string, outcome: string, ms: number): void {
    const { outcomes, durations } = this.#rows.get(method) ?? this.#begin(method);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    durations.add(ms);
  }

  /** The used methods, in the order of the list of names. */
  get rows(): readonly (readonly [method: string, row: MethodRow])[] {
    return [...this.#methods, otherMethod].flatMap((method) => {
      const row = this.#rows.get(method);
      return row === undefined ? [] : [[method, row] as const];
    });
  }

  #begin(method: string): MethodRow {
    const name = this.#methods.has(method) ? method : otherMethod;
    const row = this.#rows.get(name) ?? { outcomes: new Map(), durations: new Histogram() };
    this.#rows.set(name, row);
    return row;
  }
}

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
