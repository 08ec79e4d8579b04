/** The standings at any moment, counted and ranked by the code of the league manager. */
import { countMatch, emptyTally, type RecordedResult, rank, type Tally } from "@league-v2/sdk/store";
import { countUntil } from "./search.js";
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
  readonly technical: number;
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
      players.map(({ id, display_name }) => [
        id,
        { tally: emptyTally(id, display_name), technical: 0, form: [] },
      ]),
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
      const { form = [], technical = 0 } = rows.get(row.player_id) ?? {};
      const moved = (before.get(row.player_id) ?? row.rank) - row.rank;
      return { ...row, moved, technical_losses: technical, form };
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
      const letter = outcomeFor(id, value);
      next.set(id, {
        tally: countMatch(row.tally, { winner: value.winner, points }),
        technical: row.technical + (letter === "T" ? 1 : 0),
        form: [...row.form, letter].slice(-formLength),
      });
    }
  }
  return next;
}
