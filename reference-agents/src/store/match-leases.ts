/** Which referee has which match, and who may report it. */
import type { LoanTerms, MatchLeases } from "@league-v2/sdk";
import type { Scope } from "./tables.js";

/** Inside of a transaction. */
export async function lend(
  scope: Scope,
  match_id: string,
  referee_id: string,
  { capacity, now, until }: LoanTerms,
): Promise<MatchLeases> {
  const { db, league_id } = scope;
  await lockReferee(scope, referee_id);
  if (await hasResult(scope, match_id)) return { kind: "settled" };
  const loans = await loansOf(scope, match_id, referee_id, now);
  const taken = takenBy(loans, match_id);
  if (taken !== null) return taken;
  if (loans.length >= capacity) return { kind: "full", until: Math.min(...loans.map((loan) => loan.until)) };
  // The condition decides between two managers that lend one match to two referees at the same moment.
  const { numInsertedOrUpdatedRows: lent = 0n } = await db
    .insertInto("loan")
    .values({ league_id, match_id, referee_id, until })
    .onConflict((conflict) =>
      conflict
        .columns(["league_id", "match_id"])
        .doUpdateSet({ referee_id, until })
        .where("loan.until", "<=", now),
    )
    .executeTakeFirstOrThrow();
  if (lent === 0n) {
    return takenBy(await loansOf(scope, match_id, referee_id, now), match_id) ?? { kind: "settled" };
  }
  await db
    .insertInto("entitlement")
    .values({ league_id, match_id, referee_id })
    .onConflict((conflict) => conflict.columns(["league_id", "match_id", "referee_id"]).doNothing())
    .execute();
  return { kind: "lent" };
}

export async function giveBack(
  { db, league_id }: Scope,
  match_id: string,
  referee_id: string,
): Promise<void> {
  await db
    .deleteFrom("loan")
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
    .selectFrom("entitlement")
    .select("referee_id")
    .where("league_id", "=", league_id)
    .where("match_id", "=", match_id)
    .where("referee_id", "=", referee_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** So that no two managers fill the last place of a referee. */
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

async function hasResult({ db, league_id }: Scope, match_id: string): Promise<boolean> {
  const row = await db
    .selectFrom("result")
    .select("match_id")
    .where("league_id", "=", league_id)
    .where("match_id", "=", match_id)
    .executeTakeFirst();
  return row !== undefined;
}

interface Loan {
  readonly match_id: string;
  readonly referee_id: string;
  readonly until: number;
}

function takenBy(loans: readonly Loan[], match_id: string): MatchLeases | null {
  const loan = loans.find((one) => one.match_id === match_id);
  return loan === undefined ? null : { kind: "taken", referee_id: loan.referee_id, until: loan.until };
}

/**
 * The loans of this match and of this referee that count now. A match that another manager records while this one lends
 * it may leave a loan behind; with a result it does not count.
 */
function loansOf(
  { db, league_id }: Scope,
  match_id: string,
  referee_id: string,
  now: number,
): Promise<Loan[]> {
  return db
    .selectFrom("loan")
    .leftJoin("result", (join) =>
      join.onRef("result.league_id", "=", "loan.league_id").onRef("result.match_id", "=", "loan.match_id"),
    )
    .select(["loan.match_id", "loan.referee_id", "until"])
    .where("loan.league_id", "=", league_id)
    .where("until", ">", now)
    .where("result.match_id", "is", null)
    .where((eb) => eb.or([eb("loan.match_id", "=", match_id), eb("loan.referee_id", "=", referee_id)]))
    .execute();
}
