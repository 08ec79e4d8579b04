/** A sample of the trials that would take minutes: some in every gate, all of them with `FULL=1`. */

export const isFull = process.env.FULL !== undefined;

/** Every `count`-th of the trials, the first of them included; a `count` that divides no period of the list gives each kind its turn. */
export function oneIn<T>(count: number, trials: readonly T[]): T[] {
  return trials.filter((_, index) => isFull || index % count === 0);
}

/** How often a seeded trial is repeated: a fifth of `full` in every gate. */
export const runsOf = (full: number): number => (isFull ? full : Math.ceil(full / 5));
