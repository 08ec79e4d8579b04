/** The wire form in which a member is called, if its answers have shown another form than its registration. */
import type { Kysely, Migration } from "kysely";

export const learnedWire0002: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("member").addColumn("learned_wire", "text").execute();
}
