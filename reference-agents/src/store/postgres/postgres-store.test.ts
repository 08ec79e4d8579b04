import type { Store } from "@league-v2/sdk/store";
import { storeContract } from "@league-v2/sdk/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { modelContract } from "../../../../sdk/src/testing/contract-tests/model-based.fixture.js";
import type { SqlStore } from "../sql-store.js";
import { openPostgres } from "./open-postgres.js";
import { type PostgresServer, startPostgres } from "./postgres-server.fixture.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

const opened = new Map<Store, SqlStore>();
afterEach(async () => {
  await Promise.all([...opened.keys()].map((store) => store.close()));
  opened.clear();
});

async function open(leagueId: string): Promise<Store> {
  const store = await openPostgres({ url: server.url, leagueId });
  opened.set(store, store);
  return store;
}

let leagues = 0;

describe("PostgreSQL", () => {
  const openNew = () => open(`league_${++leagues}`);
  storeContract({ it, expect }, openNew, { again: (store) => open(opened.get(store)?.league_id ?? "") });
  modelContract(openNew, 10);
});
