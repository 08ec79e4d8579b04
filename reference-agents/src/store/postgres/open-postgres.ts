/** The store of a league with several managers: a database. */
import { sql } from "kysely";
import { reasonOf } from "../../files/index.js";
import { migrate } from "../migrate.js";
import { storeFault } from "../sql-database.js";
import { SqlStore } from "../sql-store.js";
import { ensureLeague } from "../state.js";
import { PostgresDatabase, schema } from "./postgres-database.js";

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; messages never contain the password. */
  readonly url: string;
  readonly leagueId: string;
  /** Called when an idle connection breaks. It is replaced automatically. */
  readonly onConnectionError?: (message: string) => void;
}

/** Connections of each manager; with more of them, the disk of the server is the bottleneck. */
const connections = 10;
const connectingMs = 5000;
const longestStatementMs = 15_000;

/** A manager that hangs in a transaction loses its locks. */
const longestIdleTransactionMs = 10_000;

const hint = "See that PostgreSQL runs there, and that the user and the database of the address exist.";

/** @throws StartupError DATA_INIT_FAILED for a database that cannot be reached or that a newer program has written */
export async function openPostgres(options: PostgresOptions): Promise<SqlStore> {
  const { url, leagueId: league_id, onConnectionError } = options;
  // The client is loaded only for a store in PostgreSQL.
  const { default: pg } = await import("pg");
  const connection = {
    connectionString: url,
    application_name: "league.v2",
    connectionTimeoutMillis: connectingMs,
    keepAlive: true,
  };
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    statement_timeout: longestStatementMs,
    idle_in_transaction_session_timeout: longestIdleTransactionMs,
  });
  const lost = (error: Error) => onConnectionError?.(`a connection to PostgreSQL was lost: ${error.message}`);
  // A connection that breaks between two statements of a transaction has no other listener; the next statement fails.
  pool.on("connect", (connected) => void connected.on("error", lost));
  pool.on("error", () => {});
  const client = () => new pg.Client(connection);
  const sqlDatabase = new PostgresDatabase(pool, client);
  const place = `the store ${withoutPassword(url)}`;
  try {
    await sql`SELECT 1`.execute(sqlDatabase.db);
    await migrate(sqlDatabase.db, place, schema);
    await sqlDatabase.write("synced", (db) => ensureLeague({ db, league_id, shared: true }));
    return new SqlStore(sqlDatabase, league_id);
  } catch (error) {
    await sqlDatabase.close();
    if (error instanceof Error && error.name === "DATA_INIT_FAILED") throw error;
    throw storeFault(`${place} cannot be used: ${reasonOf(error) || String(error)}`, hint);
  }
}

/** The address without its password, for messages and logs. */
export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return "postgres://…";
  const shown = new URL(url);
  if (shown.password !== "") shown.password = "***";
  for (const name of shown.searchParams.keys()) {
    if (/pass|secret|key/i.test(name)) shown.searchParams.set(name, "***");
  }
  return shown.href;
}
