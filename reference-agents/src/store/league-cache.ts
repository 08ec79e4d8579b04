/** A manager's cache of facts about its league that do not change. */
import type { Member, RecordedResult, Round } from "@league-v2/sdk";

/** Results are mostly read soon after they are recorded. */
const maxResults = 1000;

export class LeagueCache {
  /** Members never leave, and only the wire form in which they are called changes. */
  readonly members = new Map<string, Member>();
  /** Empty before the league has begun; they never change afterwards. */
  rounds: readonly Round[] = [];
  /** The tokens of a member, if no other process adds one. */
  readonly hashes = new Map<string, readonly string[]>();
  readonly #assigned = new Map<string, Set<string>>();
  readonly #results = new Map<string, RecordedResult>();

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
