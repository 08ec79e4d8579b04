import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "@league-v2/sdk/testing";
import { afterEach, describe, expect, it } from "vitest";
import { modelContract } from "../../../../sdk/src/testing/contract-tests/model-based.fixture.js";
import type { SqlStore } from "../sql-store.js";
import { openSqlite } from "./open-sqlite.js";

const folder = mkdtempSync(join(tmpdir(), "league-store-"));
const opened: SqlStore[] = [];
afterEach(() => Promise.all(opened.splice(0).map((store) => store.close())));

let files = 0;
async function open(): Promise<SqlStore> {
  const file = join(folder, `${++files}.sqlite`);
  const store = await openSqlite({ file, newLeagueId: () => "league_1" });
  opened.push(store);
  return store;
}

describe("SQLite", () => {
  storeContract({ it, expect }, open);
  modelContract(open, 50);
});
