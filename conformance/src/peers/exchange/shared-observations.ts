/** Observations that are made once in a run and judged by several checks, by label. */

/** The maximum number of times that an insufficient observation is made. */
const MOST_TIMES = 3;

export class SharedObservations {
  private readonly made = new Map<string, Promise<unknown>>();
  private readonly times = new Map<string, number>();
  /** The labels that each check has asked for, by its id. */
  private readonly asked = new Map<string, Set<string>>();
  private readonly doubtful = new Set<string>();

  /** Whether this observation was requested before. */
  has(label: string): boolean {
    return this.made.has(label);
  }

  /**
   * Makes the observation at the first call. An error in it is thrown to all callers.
   * @param check the calling check, if the observation can be made again for it
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
  markInconclusive(check: string): void {
    for (const label of this.asked.get(check) ?? [])
      if ((this.times.get(label) ?? 0) < MOST_TIMES) this.doubtful.add(label);
  }

  /** Removes the insufficient observations, so that the next caller makes them again. */
  removeInconclusive(): void {
    for (const label of this.doubtful) this.made.delete(label);
    this.doubtful.clear();
  }
}
