/** A PostgreSQL database that many managers share, each with separate connections. */
import { secureRandom, sleep, systemClock } from "@league-v2/sdk";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { Client, Pool } from "pg";
import { latestResults } from "../results.js";
import type { Durability, SqlDatabase, Tables } from "../sql-database.js";
import { retrying } from "./retrying.js";

/** Where the tables are; made if it is missing. */
export const schema = "league_v2";

/** One channel for all leagues of a database; a notice contains its league. */
const channel = "league_v2_recorded";

export class PostgresDatabase implements SqlDatabase {
  readonly shared = true;
  readonly db: Kysely<Tables>;
  readonly #client: () => Client;
  readonly #closed = new AbortController();
  readonly #listeners = new Set<Listener>();

  /** @param client makes a connection outside of the pool, not connected yet */
  constructor(pool: Pool, client: () => Client) {
    this.#client = client;
    this.db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(schema);
  }

  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return this.#retrying(() => work(this.db));
  }

  /** Every commit is synced; the server syncs concurrent commits together. */
  write<Result>(_: Durability, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return this.#retrying(() => this.db.transaction().execute(work));
  }

  async announce(db: Kysely<Tables>, league_id: string, match_id: string): Promise<void> {
    const notice = JSON.stringify([league_id, match_id]);
    await sql`SELECT pg_notify(${channel}, ${notice})`.execute(db);
  }

  listen(league_id: string, onMatch: (match_id: string) => void): () => void {
    const listener = new Listener({
      connect: this.#client,
      onNotice(payload) {
        const [league, match_id] = JSON.parse(payload) as [string, string];
        if (league === league_id) onMatch(match_id);
      },
      onGap: async () => {
        const scope = { db: this.db, league_id, shared: true };
        for (const match_id of await latestResults(scope)) onMatch(match_id);
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

/** Receives notices of other processes on a separate connection, which is reopened when it breaks. */
interface ListenerSetting {
  readonly connect: () => Client;
  readonly onNotice: (payload: string) => void;
  /** Called each time the listener has connected: notices before that were missed. */
  readonly onGap: () => Promise<void>;
}

/** The pause between attempts. */
const pauseMs = 500;

class Listener {
  readonly #setting: ListenerSetting;
  readonly #ended = new AbortController();
  readonly #listening: Promise<void>;

  constructor(setting: ListenerSetting) {
    this.#setting = setting;
    this.#listening = this.#listen().catch(() => {});
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        await this.#untilLost();
      } catch {
        // Any error is followed by the next attempt.
      }
      await sleep(systemClock, pauseMs, signal);
    }
  }

  async #untilLost(): Promise<void> {
    const { connect, onNotice, onGap } = this.#setting;
    const { signal } = this.#ended;
    const client = connect();
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    client.on("notification", ({ payload = "" }) => onNotice(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await onGap();
      await lost;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
