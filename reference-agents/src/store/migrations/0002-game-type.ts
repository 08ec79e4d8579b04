/** Each match has a game; those of earlier leagues are Even/Odd. */
import type { Kysely, Migration } from "kysely";

export const gameType0002: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("pairing")
    .addColumn("game_type", "text", (column) => column.notNull().defaultTo("even_odd"))
    .execute();
}
