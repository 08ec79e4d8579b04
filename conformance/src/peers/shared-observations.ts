/** Observations that are made once in a run, by label: several checks judge them. */

/** This often an observation is made again that did not show enough. */
const MOST_TIMES = 3;

export class SharedObservations {
  private readonly made = new Map<string, Promise<unknown>>();
  private readonly times = new Map<string, number>();
  /** The labels that each check has asked for, by its id. */
  private readonly asked = new Map<string, Set<string>>();
  private readonly doubtful = new Set<string>();

  /** Whether it was asked for already. */
  has(label: string): boolean {
    return this.made.has(label);
  }

  /**
   * Makes it, unless that was done. What the making throws is thrown to all who ask.
   * @param check the one that asks, where it can be made again for it
   */
  once<T>(label: string, make: () => Promise<T>, check?: string): Promise<T> {
    if (check !== undefined) this.asked.set(check, (this.asked.get(check) ?? new Set()).add(label));
    const known = this.made.get(label) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const making = make();
    this.made.set(label, making);
    this.times.set(label, (this.times.get(label) ?? 0) + 1);
    return making;
  }

  /**
   * What this check has asked for does not show enough. Until it is removed, the checks that ask still get it, so that it is not
   * made again for each.
   */
  doubtAllOf(check: string): void {
    for (const label of this.asked.get(check) ?? [])
      if ((this.times.get(label) ?? 0) < MOST_TIMES) this.doubtful.add(label);
  }

  /** Has what did not show enough made again for those who ask from now on. */
  forgetDoubtful(): void {
    for (const label of this.doubtful) this.made.delete(label);
    this.doubtful.clear();
  }
}
