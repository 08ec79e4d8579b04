/** The number of stored finished matches: a repeated run_match does not play them again. */
export const mostFinishedMatches = 256;

/** The maximum number of open matches, more than any league manager assigns to one referee; further orders are refused. */
export const mostOpenMatches = 1024;

/** The matches of a referee: the open ones, and the latest finished ones, about which agents may still ask. */
export class MatchRuns<Job extends { readonly match_id: string }> {
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Set<Job>();
  readonly #finished: Job[] = [];
  #ended = 0;

  get(match_id: string): Job | undefined {
    return this.#jobs.get(match_id);
  }

  /** The number of stored matches. */
  get size(): number {
    return this.#jobs.size;
  }

  /** The number of finished matches. */
  get ended(): number {
    return this.#ended;
  }

  /** The number of running and waiting matches. */
  get open(): number {
    return this.#jobs.size - this.#finished.length;
  }

  get isFull(): boolean {
    return this.open >= mostOpenMatches;
  }

  /** One of the running matches, if any. */
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
    this.#ended += 1;
    this.#finished.push(job);
    const dropped = this.#finished.length > mostFinishedMatches ? this.#finished.shift() : undefined;
    if (dropped) this.#jobs.delete(dropped.match_id);
  }
}
