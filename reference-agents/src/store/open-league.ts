/** Opens the requested store; modules of other stores are not loaded. */
import { type MatchQueue, MemoryStore, type Store } from "@league-v2/sdk/store";
import type { SavedMember } from "./members.js";
import type { StorePlace } from "./store-place.js";

export interface OpenedLeague {
  readonly league_id: string;
  readonly store: Store;
  /** What a recovery needs of the members; for a store in a file. */
  readonly savedMembers?: () => Promise<readonly SavedMember[]>;
  /** Shared by all managers of the league; undefined where there is one manager only. */
  readonly queue: MatchQueue | undefined;
  /** Closes files and connections. A manager closes its own store; this is for a failure before that. Calling it twice is harmless. */
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  /** Undefined for the league that is in the store, or for a new one. */
  readonly leagueId: string | undefined;
  readonly newLeagueId: () => string;
  /** Called when a connection breaks. It is reopened automatically. */
  readonly onConnectionError?: (message: string) => void;
}

/** @throws StartupError DATA_INIT_FAILED */
export async function openLeague(place: StorePlace, options: OpenOptions): Promise<OpenedLeague> {
  const { leagueId, newLeagueId } = options;
  switch (place.kind) {
    case "memory":
      return alone(leagueId ?? newLeagueId(), new MemoryStore());
    case "sqlite": {
      const { openSqlite } = await import("./sqlite/open-sqlite.js");
      const store = await openSqlite({ file: place.file, leagueId, newLeagueId });
      return { ...alone(store.league_id, store), savedMembers: () => store.savedMembers() };
    }
    case "postgres": {
      const { openPostgres } = await import("./postgres/open-postgres.js");
      const { openBossQueue } = await import("./postgres/pg-boss-queue.js");
      const league_id = leagueId ?? newLeagueId();
      const { onConnectionError = () => {} } = options;
      const store = await openPostgres({ url: place.url, leagueId: league_id, onConnectionError });
      try {
        const queue = await openBossQueue({ url: place.url, leagueId: league_id, onConnectionError });
        return {
          league_id,
          store,
          queue,
          close: async () => void (await Promise.all([queue.close(), store.close()])),
        };
      } catch (error) {
        await store.close();
        throw error;
      }
    }
  }
}

function alone(league_id: string, store: Store): OpenedLeague {
  return { league_id, store, queue: undefined, close: () => store.close() };
}
