import { type Kysely, Migrator } from "kysely";
import { migrations } from "./migrations.js";
import { storeFault } from "./sql-database.js";
import type { Tables } from "./tables.js";

/**
 * Brings a database to the schema of this program; several may do it at once.
 * @param schema of PostgreSQL, where the tables are
 * @throws StartupError DATA_INIT_FAILED for a database that a newer program has written
 */
export async function migrate(db: Kysely<Tables>, place: string, schema?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // The migrator refuses an unknown schema without changing it; this code only finds the reason.
  const unknown = await unknownMigrations(db, schema);
  if (unknown.length === 0) throw error;
  throw storeFault(
    `${place} has a schema that this program does not support (${unknown.join(", ")}): a newer version has written it`,
    "Go on with that version, or name another store with --store.",
    error,
  );
}

/** Migrations that were applied and that this program does not have. */
async function unknownMigrations(db: Kysely<Tables>, schema: string | undefined): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isThere = tables.some(
    (table) => table.name === "kysely_migration" && (schema === undefined || table.schema === schema),
  );
  if (!isThere) return [];
  const applied = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return applied.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
}
