/** The row of a league with its state, the leases of its managers, and the acknowledged announcements. */
import type { LeagueState, LeaseTerms } from "@league-v2/sdk/store";
import { chunks, type Scope } from "./sql-database.js";

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

export async function lease(
  { db, league_id }: Scope,
  name: string,
  owner: string,
  { now, until }: LeaseTerms,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: taken = 0n } = await db
    .insertInto("lease")
    .values({ league_id, name, owner, until })
    .onConflict((conflict) =>
      conflict
        .columns(["league_id", "name"])
        .doUpdateSet({ owner, until })
        .where((eb) => eb.or([eb("lease.owner", "=", owner), eb("lease.until", "<=", now)])),
    )
    .executeTakeFirstOrThrow();
  return taken > 0n;
}

export async function release({ db, league_id }: Scope, name: string, owner: string): Promise<void> {
  await db
    .deleteFrom("lease")
    .where("league_id", "=", league_id)
    .where("name", "=", name)
    .where("owner", "=", owner)
    .execute();
}

export async function acknowledged({ db, league_id }: Scope, announcement: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom("acknowledgement")
    .select("member_id")
    .where("league_id", "=", league_id)
    .where("announcement", "=", announcement)
    .execute();
  return new Set(rows.map(({ member_id }) => member_id));
}

export async function acknowledge(
  { db, league_id }: Scope,
  announcement: string,
  member_ids: readonly string[],
): Promise<void> {
  for (const some of chunks([...new Set(member_ids)].sort()))
    await db
      .insertInto("acknowledgement")
      .values(some.map((member_id) => ({ league_id, announcement, member_id })))
      .onConflict((conflict) => conflict.columns(["league_id", "announcement", "member_id"]).doNothing())
      .execute();
}
