/** Acknowledgements of announcements. */
import { chunks } from "./chunks.js";
import type { Build } from "./statements.js";
import type { Scope, Tables } from "./tables.js";

export async function acknowledged(
  { db, league_id, statements }: Scope,
  announcement: string,
): Promise<Set<string>> {
  const { rows } = await statements.run(db, selectMembers, league_id, announcement);
  return new Set(rows.map(({ member_id }) => member_id));
}

export async function acknowledge(
  { db, league_id, statements }: Scope,
  announcement: string,
  member_ids: readonly string[],
): Promise<void> {
  for (const some of chunks([...new Set(member_ids)].sort())) {
    const power = Math.ceil(Math.log2(some.length));
    // Repeated rows change nothing, and allow one statement for many lengths.
    const filled = [...some, ...Array<string>(2 ** power - some.length).fill(some[0] ?? "")];
    await statements.run(db, insertMembers(power), league_id, announcement, ...filled);
  }
}

const selectMembers = (db: Scope["db"], league_id: string, announcement: string) =>
  db
    .selectFrom("acknowledgement")
    .select("member_id")
    .where("league_id", "=", league_id)
    .where("announcement", "=", announcement);

type Insert = Build<Tables, [league_id: string, announcement: string, ...member_ids: string[]], unknown>;

/** By the binary logarithm of the number of rows. */
const inserts: Insert[] = [];

function insertMembers(power: number): Insert {
  inserts[power] ??= (db, league_id, announcement, ...member_ids) =>
    db
      .insertInto("acknowledgement")
      .values(member_ids.map((member_id) => ({ league_id, announcement, member_id })))
      .onConflict((conflict) => conflict.columns(["league_id", "announcement", "member_id"]).doNothing());
  return inserts[power];
}
