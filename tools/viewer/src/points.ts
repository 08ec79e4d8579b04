/** The points of players after each round, for any moment. */
import { countUntil } from "./search.js";
import type { TimedResult } from "./table.js";

interface Gain {
  readonly at: number;
  readonly round_id: number;
  readonly points: number;
}

export class Points {
  /** The gains of each player with a result, in order of time. */
  readonly #gains = new Map<string, Gain[]>();
  /** The moments of the first result of each round that is later than all rounds before. */
  readonly #later: { readonly at: number; readonly round_id: number }[] = [];

  /** @param results in order of time */
  constructor(results: readonly TimedResult[]) {
    for (const { at, value } of results) {
      const { round_id } = value;
      if (round_id > (this.#later.at(-1)?.round_id ?? 0)) this.#later.push({ at, round_id });
      for (const [id, points] of Object.entries(value.score)) {
        const own = this.#gains.get(id) ?? [];
        this.#gains.set(id, own);
        own.push({ at, round_id, points });
      }
    }
  }

  /** Players with a result. */
  get players(): Iterable<string> {
    return this.#gains.keys();
  }

  /** The latest round with a result by then; 0 for none. */
  latestRound(t: number): number {
    return this.#later[countUntil(this.#later, t, ({ at }) => at) - 1]?.round_id ?? 0;
  }

  /** The player's points before the first round, and after each round until the latest one with a result. */
  of(id: string, t: number): number[] {
    const gains = this.#gains.get(id) ?? [];
    const own = new Array<number>(this.latestRound(t) + 1).fill(0);
    for (const { round_id, points } of gains.slice(
      0,
      countUntil(gains, t, ({ at }) => at),
    )) {
      own[round_id] = (own[round_id] ?? 0) + points;
    }
    let sum = 0;
    return own.map((points) => (sum += points));
  }
}
