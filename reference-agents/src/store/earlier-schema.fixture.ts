/** A database of version 0.1 of this program: its schema, and one match that is leased to its referee. */
import { type Kysely, Migrator } from "kysely";
import { migrations } from "./migrations/index.js";
import type { Tables } from "./tables.js";

const EARLIER = ["0001-league", "0002-learned-wire"];

export async function writeEarlierLeague(
  db: Kysely<Tables>,
  league_id: string,
  schema?: string,
): Promise<void> {
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => EARLIER.includes(name)));
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => earlier },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  const tables = db.withTables<EarlierTables>();
  const match = { league_id, match_id: "R1M1", referee_id: "REF01" };
  await tables
    .insertInto("league")
    .values({ league_id, state: "RUNNING_LEAGUE", completed_round: null })
    .execute();
  await tables.insertInto("entitlement").values(match).execute();
  await tables
    .insertInto("loan")
    .values({ ...match, until: 2_000 })
    .execute();
}

type EarlierTables = {
  league: { league_id: string; state: string; completed_round: number | null };
  loan: { league_id: string; match_id: string; referee_id: string; until: number };
  entitlement: { league_id: string; match_id: string; referee_id: string };
};
