/** The matches of a referee: those under way, and the latest finished ones, which it can still be asked about. */
/** How many finished matches stay known, so that a repeated run_match does not play one of them again. */
export const rememberedMatches = 256;

export class JobBook<Job extends { readonly match_id: string }> {
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Set<Job>();
  readonly #finished: Job[] = [];

  get(match_id: string): Job | undefined {
    return this.#jobs.get(match_id);
  }

  /** How many matches are known in all. */
  get size(): number {
    return this.#jobs.size;
  }

  /** One of those that are being played, if any. */
  get running(): Job | undefined {
    return this.#running.values().next().value;
  }

  add(job: Job): void {
    this.#jobs.set(job.match_id, job);
  }

  starts(job: Job): void {
    this.#running.add(job);
  }

  ends(job: Job): void {
    this.#running.delete(job);
    this.#finished.push(job);
    const forgotten = this.#finished.length > rememberedMatches ? this.#finished.shift() : undefined;
    if (forgotten) this.#jobs.delete(forgotten.match_id);
  }
}
