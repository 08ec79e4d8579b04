import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { heldSyncs } from "./held-syncs.fixture.js";
import { WalSync } from "./wal-sync.js";

let folder = "";
let database = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "league-wal-"));
  database = join(folder, "league.sqlite");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it("uses one later sync for all calls during a running sync", async () => {
  writeFileSync(`${database}-wal`, "log");
  const { waiting, begun } = await heldSyncs(folder);
  const log = new WalSync(database);
  const done: string[] = [];
  const ask = (name: string) => log.sync().then(() => done.push(name));
  const first = ask("first");
  await begun(1);
  const others = [ask("second"), ask("third")];
  waiting[0]?.resolve();
  await first;
  await begun(2);
  expect(done).toEqual(["first"]);
  waiting[1]?.resolve();
  await Promise.all(others);
  expect([done, waiting.length]).toEqual([["first", "second", "third"], 2]);
  await log.close();
});

it("rejects every call after the first failure", async () => {
  writeFileSync(`${database}-wal`, "log");
  const { waiting, begun } = await heldSyncs(folder);
  const log = new WalSync(database);
  const failing = log.sync();
  failing.catch(() => {});
  await begun(1);
  const behind = log.sync();
  behind.catch(() => {});
  waiting[0]?.reject(new Error("EIO"));
  await expect(failing).rejects.toThrow("EIO");
  await expect(behind).rejects.toThrow("EIO");
  await expect(log.sync()).rejects.toThrow("EIO");
  expect(waiting).toHaveLength(1);
  await log.close();
});

it("does nothing before the first write", async () => {
  const log = new WalSync(database);
  await log.sync();
  await log.close();
});
