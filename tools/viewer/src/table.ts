/** The standings at one moment, counted and ranked by the rules of the league manager itself. */
import { countMatch, emptyTally, rank, type Tally } from "@league-v2/sdk";
import type { OutcomeLetter, Standing } from "./view.js";

export interface CountedResult {
  readonly at: number;
  readonly winner: string | null;
  readonly status: "WIN" | "DRAW" | "TECHNICAL_LOSS";
  readonly score: Readonly<Record<string, number>>;
}

export interface Player {
  readonly id: string;
  readonly display_name: string;
}

const formLength = 5;

/**
 * @param results in order of time, all before the moment of the table
 * @param since the earlier moment that `moved` compares with
 */
export function standingsOf(
  players: readonly Player[],
  results: readonly CountedResult[],
  since: number,
): Standing[] {
  const rows = new Map(players.map(({ id, display_name }) => [id, new Row(emptyTally(id, display_name))]));
  let earlier: ReadonlyMap<string, number> | null = null;
  for (const result of results) {
    if (earlier === null && result.at > since) earlier = ranksOf(rows);
    const points = new Map(Object.entries(result.score));
    for (const id of points.keys()) rows.get(id)?.count(result, points);
  }
  const before = earlier ?? ranksOf(rows);
  return rank([...rows.values()].map(({ tally }) => tally)).map((row) => {
    const { form = [], technical = 0 } = rows.get(row.player_id) ?? {};
    const moved = (before.get(row.player_id) ?? row.rank) - row.rank;
    return { ...row, moved, technical_losses: technical, form: form.slice(-formLength) };
  });
}

export function outcomeFor(id: string, { winner, status }: CountedResult): OutcomeLetter {
  if (winner === id) return "W";
  if (status === "TECHNICAL_LOSS") return "T";
  return winner === null && status === "DRAW" ? "D" : "L";
}

class Row {
  tally: Tally;
  technical = 0;
  readonly form: OutcomeLetter[] = [];

  constructor(tally: Tally) {
    this.tally = tally;
  }

  count(result: CountedResult, points: ReadonlyMap<string, number>): void {
    this.tally = countMatch(this.tally, { winner: result.winner, points });
    const letter = outcomeFor(this.tally.player_id, result);
    if (letter === "T") this.technical += 1;
    this.form.push(letter);
  }
}

/** Before the first match the order of the ids is no rank. */
function ranksOf(rows: ReadonlyMap<string, Row>): ReadonlyMap<string, number> {
  const tallies = [...rows.values()].map(({ tally }) => tally);
  if (tallies.every(({ played }) => played === 0)) return new Map();
  return new Map(rank(tallies).map((row) => [row.player_id, row.rank]));
}
