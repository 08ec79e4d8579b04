/** Observations that are made once in a run, by label: several checks judge them. */

/** This often an observation is made again that did not show enough. */
const MOST_TIMES = 3;

export class SharedObservations {
  private readonly made = new Map<string, Promise<unknown>>();
  private readonly times = new Map<string, number>();
  private readonly doubtful = new Set<string>();

  /** Whether it was asked for already. */
  has(label: string): boolean {
    return this.made.has(label);
  }

  /** Makes it, unless that was done. What the making throws is thrown to all who ask. */
  once<T>(label: string, make: () => Promise<T>): Promise<T> {
    const known = this.made.get(label) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const making = make();
    this.made.set(label, making);
    this.times.set(label, (this.times.get(label) ?? 0) + 1);
    return making;
  }

  /** It does not show enough. Until it is forgotten, those who ask still get it, so that it is not made again for each. */
  doubt(label: string): void {
    if ((this.times.get(label) ?? 0) < MOST_TIMES) this.doubtful.add(label);
  }

  /** Has what did not show enough made again for those who ask from now on. */
  forgetDoubtful(): void {
    for (const label of this.doubtful) this.made.delete(label);
    this.doubtful.clear();
  }
}
