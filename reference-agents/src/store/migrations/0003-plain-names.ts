/** `loan` becomes `match_lease`, and `entitlement` becomes `match_assignment`; the rows are moved. */
import type { Kysely, Migration } from "kysely";

export const plainNames0003: Migration = { up };

interface Before {
  loan: { league_id: string; match_id: string; referee_id: string; until: number };
  entitlement: { league_id: string; match_id: string; referee_id: string };
}

interface After {
  match_lease: Before["loan"];
  match_assignment: Before["entitlement"];
}

/** New tables instead of `ALTER TABLE … RENAME`: the names of the keys change too, and the same statements serve both databases. */
async function up(db: Kysely<Before & After>): Promise<void> {
  await db.schema
    .createTable("match_lease")
    .addColumn("league_id", "text", (column) => column.notNull())
    .addColumn("match_id", "text", (column) => column.notNull())
    .addColumn("referee_id", "text", (column) => column.notNull())
    .addColumn("until", "double precision", (column) => column.notNull())
    .addPrimaryKeyConstraint("match_lease_key", ["league_id", "match_id"])
    .addForeignKeyConstraint("match_lease_of_league", ["league_id"], "league", ["league_id"])
    .execute();
  const lease = ["league_id", "match_id", "referee_id", "until"] as const;
  await db.insertInto("match_lease").columns(lease).expression(db.selectFrom("loan").select(lease)).execute();
  await db.schema.dropTable("loan").execute();
  await db.schema
    .createIndex("match_lease_of_referee")
    .on("match_lease")
    .columns(["league_id", "referee_id"])
    .execute();

  await db.schema
    .createTable("match_assignment")
    .addColumn("league_id", "text", (column) => column.notNull())
    .addColumn("match_id", "text", (column) => column.notNull())
    .addColumn("referee_id", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("match_assignment_key", ["league_id", "match_id", "referee_id"])
    .addForeignKeyConstraint("match_assignment_of_league", ["league_id"], "league", ["league_id"])
    .execute();
  const assignment = ["league_id", "match_id", "referee_id"] as const;
  await db
    .insertInto("match_assignment")
    .columns(assignment)
    .expression(db.selectFrom("entitlement").select(assignment))
    .execute();
  await db.schema.dropTable("entitlement").execute();
}
