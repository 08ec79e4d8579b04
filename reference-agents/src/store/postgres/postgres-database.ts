/** A PostgreSQL database that many managers share, each with separate connections. */
import { type Clock, secureRandom, sleep, systemClock } from "@league-v2/sdk";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { Client, Pool } from "pg";
import { latestResults } from "../results.js";
import type { Durability, SqlDatabase, Tables } from "../sql-database.js";
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

/** Receives notices of other processes on a separate connection, which is reopened when it breaks. */
export interface ListenerSetting {
  readonly connect: () => Client;
  readonly channel: string;
  readonly clock: Clock;
  readonly onNotice: (payload: string) => void;
  /** Called each time the listener has connected: notices before that were missed. */
  readonly onGap: () => Promise<void>;
}

/** The pause between attempts. */
const pauseMs = 500;

export class Listener {
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
    const { clock, onGap } = this.#setting;
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        await this.#untilLost(onGap);
      } catch {
        // Any error is followed by the next attempt.
      }
      await sleep(clock, pauseMs, signal);
    }
  }

  async #untilLost(onListening: () => Promise<void>): Promise<void> {
    const { connect, channel, onNotice } = this.#setting;
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
      await onListening();
      await lost;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
