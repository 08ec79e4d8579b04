/** Leases for work that only one manager may do at a time. */
import type { LeaseTerms } from "@league-v2/sdk/store";
import type { Scope } from "./tables.js";

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
