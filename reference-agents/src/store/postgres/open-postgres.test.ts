import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enrol, member, won } from "../../../../sdk/src/testing/contract-tests/samples.js";
import { openPostgres } from "./open-postgres.js";
import { type PostgresServer, password, startPostgres } from "./postgres-server.fixture.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

let schemas = 0;
const newSchema = () => `league_test_${++schemas}`;
const openIn = (schema: string, leagueId = "league_1") => openPostgres({ url: server.url, schema, leagueId });

describe("a league in PostgreSQL", () => {
  it("is shared by all managers", async () => {
    const schema = newSchema();
    const managers = await Promise.all([openIn(schema), openIn(schema), openIn(schema)]);
    const [one, other, third] = managers as [
      (typeof managers)[0],
      (typeof managers)[0],
      (typeof managers)[0],
    ];
    const admitted = await Promise.all(
      managers.flatMap((store) =>
        [1, 2, 3].map(() =>
          store.admit((members) => ({ member: member(`P${members.length + 1}`), token: "t" })),
        ),
      ),
    );
    expect(new Set(admitted.map((one) => "member" in one && one.member.id)).size).toBe(9);
    const notified = new Promise<string>((resolve) => third.onRecorded(resolve));
    const outcomes = await Promise.all(
      managers.flatMap((store) => [1, 2, 3].map(() => store.record({ ...won, score: { P1: 3, P2: 0 } }))),
    );
    expect(outcomes.sort()).toEqual(["recorded", ...Array(8).fill("repeated")]);
    expect(await notified).toBe("R1M1");
    expect((await other.tallies()).slice(0, 2)).toMatchObject([
      { played: 1, points: 3 },
      { played: 1, points: 0 },
    ]);
    expect(await one.result("R1M1")).toEqual(await third.result("R1M1"));
    await Promise.all(managers.map((store) => store.close()));
  });

  it("shares its database with other leagues", async () => {
    const schema = newSchema();
    const [one, other] = [await openIn(schema, "league_1"), await openIn(schema, "league_2")];
    await enrol(one, ["P01", "REF01"]);
    await enrol(other, ["P01"]);
    await one.record(won);
    expect(await other.result("R1M1")).toBeNull();
    expect(await other.members("referee")).toEqual([]);
    expect(await other.leaseMatch("R1M1", "REF01", { capacity: 1, now: 0, until: 1 })).toEqual({
      kind: "leased",
    });
    await Promise.all([one.close(), other.close()]);
  });

  it("sends notices after a restart of the server, and those of results recorded meanwhile", async () => {
    const schema = newSchema();
    const [one, other] = [await openIn(schema), await openIn(schema)];
    await enrol(one, ["P01", "P02"]);
    const notices: string[] = [];
    const all = new Promise<void>((resolve) =>
      other.onRecorded((match_id) => {
        notices.push(match_id);
        if (notices.includes("R1M1") && notices.includes("R1M2")) resolve();
      }),
    );
    await one.record(won);
    await server.restart();
    expect(await one.record(won)).toBe("repeated");
    expect(await one.record({ ...won, match_id: "R1M2" })).toBe("recorded");
    await all;
    await Promise.all([one.close(), other.close()]);
  });

  it("continues when its connections break in the middle of the work", async () => {
    const schema = newSchema();
    const store = await openIn(schema);
    await enrol(store, ["P01", "P02"]);
    const work = Array.from({ length: 40 }, (_, index) =>
      store.record({ ...won, match_id: `R1M${index + 1}` }),
    );
    const admin = new pg.Client(server.url);
    await admin.connect();
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'league.v2'",
    );
    await admin.end();
    const outcomes = await Promise.all(work);
    expect(outcomes.every((outcome) => outcome === "recorded" || outcome === "repeated")).toBe(true);
    expect(await store.tallies()).toMatchObject([
      { played: 40, points: 120 },
      { played: 40, points: 0 },
    ]);
    await store.close();
  });
});

describe("a database that is refused as a store", () => {
  it("is named in the error without its password", async () => {
    const wrong = server.url.replace(password, "another-secret");
    const fault = await openPostgres({ url: wrong, leagueId: "league_1" }).catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: "DATA_INIT_FAILED" });
    expect(JSON.stringify(fault) + String(fault)).not.toContain("another-secret");
    expect(String(fault)).toMatch(/postgres:\/\/postgres:\*\*\*@127\.0\.0\.1/);
  });

  it("is a database at an address where no server listens", async () => {
    await expect(
      openPostgres({ url: "postgres://127.0.0.1:1/league", leagueId: "league_1" }),
    ).rejects.toThrow(/cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1/);
  });

  it("is a database that a newer program has written", async () => {
    const schema = newSchema();
    await (await openIn(schema)).close();
    const admin = new pg.Client(server.url);
    await admin.connect();
    await admin.query(`INSERT INTO ${schema}.kysely_migration VALUES ('9999-future', '2099-01-01')`);
    await admin.end();
    await expect(openIn(schema)).rejects.toThrow(/a newer version has written it/);
  });
});
