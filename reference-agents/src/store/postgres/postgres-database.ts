/** A PostgreSQL database that many managers share, each with separate connections. */
import { secureRandom, systemClock } from "@league-v2/sdk";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { Client, Pool } from "pg";
import { latestResults } from "../results.js";
import type { Durability, SqlDatabase } from "../sql-database.js";
import type { Tables } from "../tables.js";
import { Listener } from "./listener.js";
import { retrying } from "./retrying.js";

export interface PostgresSetting {
  readonly pool: Pool;
  /** A connection outside of the pool, not connected yet. */
  readonly client: () => Client;
  /** The schema with the tables. */
  readonly schema: string;
}

/** One channel for all leagues of a database; a notice contains its league. */
const channel = "league_v2_recorded";

export class PostgresDatabase implements SqlDatabase {
  readonly shared = true;
  readonly db: Kysely<Tables>;
  readonly #setting: PostgresSetting;
  readonly #closed = new AbortController();
  readonly #listeners = new Set<Listener>();

  constructor(setting: PostgresSetting) {
    this.#setting = setting;
    const dialect = new PostgresDialect({ pool: setting.pool });
    this.db = new Kysely<Tables>({ dialect }).withSchema(setting.schema);
  }

  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return this.#retrying(() => work(this.db));
  }

  /** Every commit is synced; the server syncs concurrent commits together. */
  write<Result>(_: Durability, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return this.#retrying(() => this.db.transaction().execute(work));
  }

  async announce(db: Kysely<Tables>, league_id: string, match_id: string): Promise<void> {
    const notice = JSON.stringify([this.#setting.schema, league_id, match_id]);
    await sql`SELECT pg_notify(${channel}, ${notice})`.execute(db);
  }

  listen(league_id: string, onMatch: (match_id: string) => void): () => void {
    const { client: connect, schema } = this.#setting;
    const listener = new Listener({
      connect,
      channel,
      clock: systemClock,
      onNotice(payload) {
        const [where, league, match_id] = JSON.parse(payload) as [string, string, string];
        if (where === schema && league === league_id) onMatch(match_id);
      },
      onGap: async () => {
        for (const match_id of await latestResults({
          db: this.db,
          league_id,
          shared: true,
        }))
          onMatch(match_id);
      },
    });
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      void listener.close();
    };
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all([...this.#listeners].map((listener) => listener.close()));
    await this.db.destroy();
  }

  #retrying<Result>(work: () => Promise<Result>): Promise<Result> {
    return retrying({ clock: systemClock, random: secureRandom, signal: this.#closed.signal }, work);
  }
}
