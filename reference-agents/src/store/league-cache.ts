/** A manager's cache of facts about its league that do not change, or only by this manager. */
import type { Member, RecordedResult, Round, Tally } from "@league-v2/sdk/store";

/** Results are mostly read soon after they are recorded. */
const maxResults = 1000;

export class LeagueCache {
  /** Members never change and never leave. */
  readonly members = new Map<string, Member>();
  /** Empty before the league has begun; they never change afterwards. */
  rounds: readonly Round[] = [];
  /** The tokens of a member, if no other process adds one. */
  readonly hashes = new Map<string, readonly string[]>();
  /** Until the next result or member, if no other process adds one. */
  #tallies: Promise<readonly Tally[]> | undefined;
  readonly #assigned = new Map<string, Set<string>>();
  readonly #results = new Map<string, RecordedResult>();

  /** `read` must not see a transaction that has not ended: its work clears the tallies. */
  tallies(read: () => Promise<readonly Tally[]>): Promise<readonly Tally[]> {
    if (this.#tallies !== undefined) return this.#tallies;
    const reading = read();
    this.#tallies = reading;
    reading.catch(() => {
      if (this.#tallies === reading) this.#tallies = undefined;
    });
    return reading;
  }

  clearTallies(): void {
    this.#tallies = undefined;
  }

  result(match_id: string): RecordedResult | undefined {
    return this.#results.get(match_id);
  }

  /** After a match is recorded, its assignments are needed for a short time only. */
  recorded(result: RecordedResult): void {
    this.#assigned.delete(result.match_id);
    this.#results.set(result.match_id, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > maxResults && oldest !== undefined) this.#results.delete(oldest);
  }

  assign(match_id: string, referee_id: string): void {
    const referees = this.#assigned.get(match_id);
    if (referees) referees.add(referee_id);
    else this.#assigned.set(match_id, new Set([referee_id]));
  }

  isAssigned(match_id: string, referee_id: string): boolean {
    return this.#assigned.get(match_id)?.has(referee_id) ?? false;
  }
}
