/** The content of the store of a finished league, as the viewer shows it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RecordedResult, rank } from "@league-v2/sdk/store";
import { openSqlite } from "../src/store/sqlite/open-sqlite.js";

export interface StoredLeague {
  /** The rows of the players, the champion first. */
  readonly points: readonly (readonly [player_id: string, points: number])[];
  /** Match id, outcome for player A, drawn number, outcome for player B. */
  readonly matches: readonly (readonly string[])[];
}

/** @param data folder of a manager that has ended */
export async function storedLeague(data: string): Promise<StoredLeague> {
  const { league_id } = JSON.parse(readFileSync(join(data, "standings.json"), "utf8"));
  const file = join(data, "leagues", `${league_id}.sqlite`);
  const store = await openSqlite({ file, leagueId: league_id, newLeagueId: () => "none" });
  try {
    const matches = (await store.schedule()).flatMap((round) => round.matches);
    const shown = matches.map(async ({ match_id, player_A_id, player_B_id }) => {
      const result = await store.result(match_id);
      if (result === null) throw new Error(`${match_id} has no result`);
      const letters = [player_A_id, player_B_id].map((id) => letterFor(id, result));
      return [match_id, letters[0] ?? "", String(result.drawn_number), letters[1] ?? ""];
    });
    const points = rank(await store.tallies()).map((row) => [row.player_id, row.points] as const);
    return { points, matches: await Promise.all(shown) };
  } finally {
    await store.close();
  }
}

function letterFor(id: string, { winner }: RecordedResult): string {
  return winner === null ? "D" : winner === id ? "W" : "L";
}
