/** The standings at any moment, counted and ranked by the code of the league manager. */
import { countMatch, emptyTally, type RecordedResult, rank, type Tally } from "@league-v2/sdk/store";
import { countUntil } from "./order.js";
import type { OutcomeLetter, Standing } from "./view.js";

export interface TimedResult {
  readonly at: number;
  readonly value: RecordedResult;
}

export interface Player {
  readonly id: string;
  readonly display_name: string;
}

interface Row {
  readonly tally: Tally;
  readonly form: readonly OutcomeLetter[];
}

type Rows = ReadonlyMap<string, Row>;

const formLength = 5;
/** At most this many results are counted again for a moment. */
const resultsPerCheckpoint = 64;

export class Table {
  readonly #players: readonly Player[];
  readonly #results: readonly TimedResult[];
  /** The rows after each 64 results; unchanged rows are shared, so that they need little memory. */
  readonly #checkpoints: Rows[] = [];

  /** @param results in order of time */
  constructor(players: readonly Player[], results: readonly TimedResult[]) {
    this.#players = players;
    this.#results = results;
    let rows: Rows = new Map(
      players.map(({ id, display_name }) => [id, { tally: emptyTally(id, display_name), form: [] }]),
    );
    for (let index = 0; index <= results.length; index += resultsPerCheckpoint) {
      this.#checkpoints.push(rows);
      rows = counted(rows, results.slice(index, index + resultsPerCheckpoint));
    }
  }

  /**
   * @param known the players that have registered by then
   * @param since the earlier moment that `moved` compares with
   */
  at(t: number, known: ReadonlySet<string>, since: number): Standing[] {
    const rows = this.#rowsAt(t);
    const before = this.#ranksAt(since, known);
    const tallies = this.#players.flatMap(({ id }) => (known.has(id) ? (rows.get(id)?.tally ?? []) : []));
    return rank(tallies).map((row) => {
      const { form = [] } = rows.get(row.player_id) ?? {};
      const moved = (before.get(row.player_id) ?? row.rank) - row.rank;
      return { ...row, moved, form };
    });
  }

  #rowsAt(t: number): Rows {
    const count = countUntil(this.#results, t, ({ at }) => at);
    const checkpoint = Math.floor(count / resultsPerCheckpoint);
    const rest = this.#results.slice(checkpoint * resultsPerCheckpoint, count);
    return counted(this.#checkpoints[checkpoint] ?? new Map(), rest);
  }

  /** Empty before the first match, when the order is only the order of ids. */
  #ranksAt(t: number, known: ReadonlySet<string>): ReadonlyMap<string, number> {
    const rows = this.#rowsAt(t);
    const tallies = [...rows.values()]
      .map(({ tally }) => tally)
      .filter((tally) => known.has(tally.player_id));
    if (tallies.every(({ played }) => played === 0)) return new Map();
    return new Map(rank(tallies).map((row) => [row.player_id, row.rank]));
  }
}

export function outcomeFor(
  id: string,
  { winner, status }: Pick<RecordedResult, "winner" | "status">,
): OutcomeLetter {
  if (winner === id) return "W";
  if (status === "TECHNICAL_LOSS") return "T";
  return winner === null && status === "DRAW" ? "D" : "L";
}

function counted(rows: Rows, results: readonly TimedResult[]): Rows {
  if (results.length === 0) return rows;
  const next = new Map(rows);
  for (const { value } of results) {
    const points = new Map(Object.entries(value.score));
    for (const id of points.keys()) {
      const row = next.get(id);
      if (row === undefined) continue;
      next.set(id, {
        tally: countMatch(row.tally, { winner: value.winner, points }),
        form: [...row.form, outcomeFor(id, value)].slice(-formLength),
      });
    }
  }
  return next;
}

/** The points of players after each round, for any moment. */
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
