/** The matches of a referee: those under way, and the latest finished ones, which it can still be asked about. */
/** How many finished matches stay known, so that a repeated run_match does not play one of them again. */
export const rememberedMatches = 256;

/** More matches than any league manager gives to one referee: a sender that orders more is refused. */
export const mostOpenMatches = 1024;

export class MatchRuns<Job extends { readonly match_id: string }> {
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Set<Job>();
  readonly #finished: Job[] = [];
  #ended = 0;

  get(match_id: string): Job | undefined {
    return this.#jobs.get(match_id);
  }

  /** How many matches are known in all. */
  get size(): number {
    return this.#jobs.size;
  }

  /** How many have come to an end. */
  get ended(): number {
    return this.#ended;
  }

  /** How many are being played, or wait for that. */
  get open(): number {
    return this.#jobs.size - this.#finished.length;
  }

  get isFull(): boolean {
    return this.open >= mostOpenMatches;
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
    this.#ended += 1;
    this.#finished.push(job);
    const forgotten = this.#finished.length > rememberedMatches ? this.#finished.shift() : undefined;
    if (forgotten) this.#jobs.delete(forgotten.match_id);
  }
}
