import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { expect, test } from "vitest";
import { NodeSqliteDialect } from "./sqlite/node-sqlite.js";
import { Statements } from "./statements.js";
import type { Tables } from "./tables.js";

test("a statement is built once, and run with the values of each call", async () => {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE lease (league_id TEXT, name TEXT, owner TEXT, until INTEGER)");
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
  let built = 0;
  const insert = (to: Kysely<Tables>, owner: string, until: number) => {
    built += 1;
    return to.insertInto("lease").values({ until, league_id: "L", name: "n", owner });
  };
  const ownersUntil = (to: Kysely<Tables>, until: number, league_id: string) =>
    to.selectFrom("lease").select("owner").where("league_id", "=", league_id).where("until", "<=", until);

  const statements = new Statements<Tables>();
  for (const [owner, until] of [["a", 1] as const, ["b", 2] as const])
    expect((await statements.run(db, insert, owner, until)).numAffectedRows).toBe(1n);
  expect(built).toBe(1);
  expect((await statements.run(db, ownersUntil, 1, "L")).rows).toEqual([{ owner: "a" }]);
  expect((await statements.run(db, ownersUntil, 2, "L")).rows).toEqual([{ owner: "a" }, { owner: "b" }]);
  expect((await statements.run(db, ownersUntil, 2, "M")).rows).toEqual([]);
  await db.destroy();
});
