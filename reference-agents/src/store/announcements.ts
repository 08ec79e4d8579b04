/** Acknowledgements of announcements. */
import { chunks } from "./chunks.js";
import type { Scope } from "./tables.js";

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
