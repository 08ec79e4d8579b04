/** The leases of matches to referees, and the referees that may report each match. */
import type { LeaseOutcome, MatchLeaseTerms } from "@league-v2/sdk/store";
import { resultOf } from "./results.js";
import type { Scope } from "./sql-database.js";

/** Inside of a transaction. */
export async function leaseMatch(
  scope: Scope,
  match_id: string,
  referee_id: string,
  { capacity, now, until }: MatchLeaseTerms,
): Promise<LeaseOutcome> {
  const { db, league_id } = scope;
  await lockReferee(scope, referee_id);
  if ((await resultOf(scope, match_id)) !== null) return { kind: "settled" };
  const leases = await leasesOf(scope, match_id, referee_id, now);
  const taken = takenBy(leases, match_id);
  if (taken !== null) return taken;
  if (leases.length >= capacity)
    return { kind: "full", until: Math.min(...leases.map((lease) => lease.until)) };
  // The condition lets only one of two managers lease the same match at the same moment.
  const { numInsertedOrUpdatedRows: leased = 0n } = await db
    .insertInto("match_lease")
    .values({ league_id, match_id, referee_id, until })
    .onConflict((conflict) =>
      conflict
        .columns(["league_id", "match_id"])
        .doUpdateSet({ referee_id, until })
        .where("match_lease.until", "<=", now),
    )
    .executeTakeFirstOrThrow();
  if (leased === 0n) {
    return takenBy(await leasesOf(scope, match_id, referee_id, now), match_id) ?? { kind: "settled" };
  }
  await db
    .insertInto("match_assignment")
    .values({ league_id, match_id, referee_id })
    .onConflict((conflict) => conflict.columns(["league_id", "match_id", "referee_id"]).doNothing())
    .execute();
  return { kind: "leased" };
}

export async function giveBack(
  { db, league_id }: Scope,
  match_id: string,
  referee_id: string,
): Promise<void> {
  await db
    .deleteFrom("match_lease")
    .where("league_id", "=", league_id)
    .where("match_id", "=", match_id)
    .where("referee_id", "=", referee_id)
    .execute();
}

export async function isAssigned(
  { db, league_id }: Scope,
  match_id: string,
  referee_id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("match_assignment")
    .select("referee_id")
    .where("league_id", "=", league_id)
    .where("match_id", "=", match_id)
    .where("referee_id", "=", referee_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the referee, so that two managers cannot both lease its last free slot. */
async function lockReferee({ db, league_id, shared }: Scope, referee_id: string): Promise<void> {
  if (!shared) return;
  await db
    .selectFrom("member")
    .select("id")
    .where("league_id", "=", league_id)
    .where("id", "=", referee_id)
    .forUpdate()
    .execute();
}

interface Lease {
  readonly match_id: string;
  readonly referee_id: string;
  readonly until: number;
}

function takenBy(leases: readonly Lease[], match_id: string): LeaseOutcome | null {
  const lease = leases.find((one) => one.match_id === match_id);
  return lease === undefined ? null : { kind: "taken", referee_id: lease.referee_id, until: lease.until };
}

/**
 * The valid leases of this match and of this referee. If another manager records a match while this one leases it, a lease
 * may be left over; it is not valid, because the match has a result.
 */
async function leasesOf(
  { db, league_id }: Scope,
  match_id: string,
  referee_id: string,
  now: number,
): Promise<readonly Lease[]> {
  return db
    .selectFrom("match_lease")
    .leftJoin("result", (join) =>
      join
        .onRef("result.league_id", "=", "match_lease.league_id")
        .onRef("result.match_id", "=", "match_lease.match_id"),
    )
    .select(["match_lease.match_id", "match_lease.referee_id", "until"])
    .where("match_lease.league_id", "=", league_id)
    .where("until", ">", now)
    .where("result.match_id", "is", null)
    .where((eb) =>
      eb.or([eb("match_lease.match_id", "=", match_id), eb("match_lease.referee_id", "=", referee_id)]),
    )
    .execute();
}
