/** All schema versions, in order, and how a database gets to the last one. A released version is never changed; a change is a new version. */
import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type Migration,
  Migrator,
} from "kysely";
import { storeFault, type Tables } from "./sql-database.js";

const migrations: Readonly<Record<string, Migration>> = { "0001-league": { up: league } };

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

/** One league with all data that its manager must store. */
async function league(db: Kysely<unknown>): Promise<void> {
  const create = (table: string) => db.schema.createTable(table).addColumn("league_id", "text", notNull);
  const keyed = <Columns extends string>(
    table: CreateTableBuilder<string, Columns>,
    name: string,
    columns: readonly NoInfer<Columns>[],
  ) => table.addPrimaryKeyConstraint(`${name}_key`, [...columns]);
  const ofLeague = <Columns extends string>(
    table: CreateTableBuilder<string, Columns | "league_id">,
    name: string,
  ) => table.addForeignKeyConstraint(`${name}_of_league`, ["league_id"], "league", ["league_id"]);

  await keyed(
    create("league").addColumn("state", "text", notNull).addColumn("completed_round", "integer"),
    "league",
    ["league_id"],
  ).execute();

  const member = create("member")
    .addColumn("id", "text", notNull)
    .addColumn("position", "integer", notNull)
    .addColumn("role", "text", notNull)
    .addColumn("display_name", "text", notNull)
    .addColumn("version", "text", notNull)
    .addColumn("game_types", "text", notNull)
    .addColumn("endpoint", "text", notNull)
    .addColumn("max_concurrent_matches", "integer", notNull)
    .addColumn("conversation_id", "text", notNull)
    .addUniqueConstraint("member_position", ["league_id", "position"]);
  await ofLeague(keyed(member, "member", ["league_id", "id"]), "member").execute();

  const token = create("token")
    .addColumn("member_id", "text", notNull)
    .addColumn("position", "integer", notNull)
    .addColumn("hash", "text", notNull)
    .addForeignKeyConstraint("token_of_member", ["league_id", "member_id"], "member", ["league_id", "id"]);
  await keyed(token, "token", ["league_id", "member_id", "position"]).execute();

  const pairing = create("pairing")
    .addColumn("match_id", "text", notNull)
    .addColumn("round_id", "integer", notNull)
    .addColumn("position", "integer", notNull)
    .addColumn("game_type", "text", notNull)
    .addColumn("player_a_id", "text", notNull)
    .addColumn("player_b_id", "text", notNull)
    .addColumn("referee_id", "text", notNull);
  await ofLeague(keyed(pairing, "pairing", ["league_id", "match_id"]), "pairing").execute();

  const assignment = create("match_assignment")
    .addColumn("match_id", "text", notNull)
    .addColumn("referee_id", "text", notNull);
  const assigned = keyed(assignment, "match_assignment", ["league_id", "match_id", "referee_id"]);
  await ofLeague(assigned, "match_assignment").execute();

  const matchLease = create("match_lease")
    .addColumn("match_id", "text", notNull)
    .addColumn("referee_id", "text", notNull)
    .addColumn("until", "double precision", notNull);
  await ofLeague(keyed(matchLease, "match_lease", ["league_id", "match_id"]), "match_lease").execute();
  await db.schema
    .createIndex("match_lease_of_referee")
    .on("match_lease")
    .columns(["league_id", "referee_id"])
    .execute();

  const result = create("result")
    .addColumn("match_id", "text", notNull)
    .addColumn("round_id", "integer", notNull)
    .addColumn("referee_id", "text")
    .addColumn("status", "text", notNull)
    .addColumn("winner", "text")
    .addColumn("details", "text", notNull);
  await ofLeague(keyed(result, "result", ["league_id", "match_id"]), "result").execute();
  await db.schema.createIndex("result_of_round").on("result").columns(["league_id", "round_id"]).execute();

  const tally = create("tally")
    .addColumn("player_id", "text", notNull)
    .addColumn("played", "integer", notNull)
    .addColumn("wins", "integer", notNull)
    .addColumn("draws", "integer", notNull)
    .addColumn("losses", "integer", notNull)
    .addColumn("points", "integer", notNull)
    .addForeignKeyConstraint("tally_of_member", ["league_id", "player_id"], "member", ["league_id", "id"]);
  await keyed(tally, "tally", ["league_id", "player_id"]).execute();

  const acknowledgement = create("acknowledgement")
    .addColumn("announcement", "text", notNull)
    .addColumn("member_id", "text", notNull);
  const acknowledged = keyed(acknowledgement, "acknowledgement", ["league_id", "announcement", "member_id"]);
  await ofLeague(acknowledged, "acknowledgement").execute();

  const lease = create("lease")
    .addColumn("name", "text", notNull)
    .addColumn("owner", "text", notNull)
    .addColumn("until", "double precision", notNull);
  await ofLeague(keyed(lease, "lease", ["league_id", "name"]), "lease").execute();
}

const notNull = (column: ColumnDefinitionBuilder) => column.notNull();
