/** A cache of the schedule: read once, because it never changes after the start. */
import type { Pairing, Round } from "./schedule.js";
import type { Store } from "./store.js";

export class Calendar {
  readonly #store: Store;
  #rounds: readonly Round[] = [];
  #matches: ReadonlyMap<string, Pairing> = new Map();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Empty before the start of the league. */
  async rounds(): Promise<readonly Round[]> {
    if (this.#rounds.length > 0) return this.#rounds;
    const rounds = await this.#store.schedule();
    this.#matches = new Map(rounds.flatMap(({ matches }) => matches.map((match) => [match.match_id, match])));
    this.#rounds = rounds;
    return rounds;
  }

  async match(match_id: string): Promise<Pairing | undefined> {
    if (this.#rounds.length === 0) await this.rounds();
    return this.#matches.get(match_id);
  }

  /** The number of matches of the league. */
  async size(): Promise<number> {
    if (this.#rounds.length === 0) await this.rounds();
    return this.#matches.size;
  }
}
