/** The row of a league, with its state. */
import type { LeagueState } from "@league-v2/sdk/store";
import type { Scope } from "./tables.js";

const inOrder: readonly LeagueState[] = ["WAITING_FOR_REGISTRATIONS", "RUNNING_LEAGUE", "LEAGUE_COMPLETE"];

/** Inserts the row of a league, unless it exists. */
export async function ensureLeague({ db, league_id }: Scope): Promise<void> {
  await db
    .insertInto("league")
    .values({ league_id, state: "WAITING_FOR_REGISTRATIONS", completed_round: null })
    .onConflict((conflict) => conflict.column("league_id").doNothing())
    .execute();
}

/** @param lock `locked` inside of a transaction: other transactions that lock the row wait for its end */
export async function stateOf({ db, league_id, shared }: Scope, lock?: "locked"): Promise<LeagueState> {
  const { state } = await db
    .selectFrom("league")
    .select("state")
    .where("league_id", "=", league_id)
    .$if(shared && lock === "locked", (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return state;
}

export async function moveTo({ db, league_id }: Scope, state: LeagueState): Promise<void> {
  const earlier = inOrder.slice(0, inOrder.indexOf(state));
  if (earlier.length === 0) return;
  await db
    .updateTable("league")
    .set({ state })
    .where("league_id", "=", league_id)
    .where("state", "in", earlier)
    .execute();
}
