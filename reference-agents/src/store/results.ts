/** Recorded results, and the standings that follow from them. */
import {
  countMatch,
  emptyTally,
  type RecordedResult,
  type Recording,
  sameResult,
  type Tally,
} from "@league-v2/sdk/store";
import type { Scope } from "./sql-database.js";

/** Inside of a transaction, so that the result, the end of its lease and both tallies are written together. */
export async function record(scope: Scope, result: RecordedResult): Promise<Recording> {
  const { db, league_id } = scope;
  const { match_id, round_id, referee_id, status, winner, score, drawn_number, choices } = result;
  const details = JSON.stringify({ score, drawn_number, choices });
  const { numInsertedOrUpdatedRows: inserted = 0n } = await db
    .insertInto("result")
    .values({ league_id, match_id, round_id, referee_id, status, winner, details })
    .onConflict((conflict) => conflict.columns(["league_id", "match_id"]).doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) {
    const known = await resultOf(scope, match_id);
    return known !== null && sameResult(known, result) ? "repeated" : "conflicting";
  }
  await db
    .deleteFrom("match_lease")
    .where("league_id", "=", league_id)
    .where("match_id", "=", match_id)
    .execute();
  // Always in the same order, so that two results never wait for each other.
  for (const player_id of Object.keys(result.score).sort()) await addToTally(scope, player_id, result);
  return "recorded";
}

export async function resultOf({ db, league_id }: Scope, match_id: string): Promise<RecordedResult | null> {
  const row = await db
    .selectFrom("result")
    .selectAll()
    .where("league_id", "=", league_id)
    .where("match_id", "=", match_id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { league_id: _, details, ...rest } = row;
  return { ...rest, ...(JSON.parse(details) as Pick<RecordedResult, "score" | "drawn_number" | "choices">) };
}

/** Results of the rounds that are not complete yet: callers may still wait for these. */
export async function latestResults({ db, league_id }: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom("result")
    .innerJoin("league", "league.league_id", "result.league_id")
    .select("result.match_id")
    .where("result.league_id", "=", league_id)
    .whereRef("result.round_id", ">", (eb) => eb.fn.coalesce("league.completed_round", eb.lit(0)))
    .execute();
  return rows.map(({ match_id }) => match_id);
}

export async function tallies({ db, league_id }: Scope): Promise<Tally[]> {
  return db
    .selectFrom("tally")
    .innerJoin("member", (join) =>
      join.onRef("member.league_id", "=", "tally.league_id").onRef("member.id", "=", "tally.player_id"),
    )
    .select(["player_id", "display_name", "played", "wins", "draws", "losses", "points"])
    .where("tally.league_id", "=", league_id)
    .orderBy("member.position")
    .execute();
}

async function addToTally(
  { db, league_id }: Scope,
  player_id: string,
  result: RecordedResult,
): Promise<void> {
  const score = { winner: result.winner, points: new Map(Object.entries(result.score)) };
  const { played, wins, draws, losses, points } = countMatch(emptyTally(player_id, ""), score);
  await db
    .updateTable("tally")
    .set((eb) => ({
      played: eb("played", "+", played),
      wins: eb("wins", "+", wins),
      draws: eb("draws", "+", draws),
      losses: eb("losses", "+", losses),
      points: eb("points", "+", points),
    }))
    .where("league_id", "=", league_id)
    .where("player_id", "=", player_id)
    .execute();
}
