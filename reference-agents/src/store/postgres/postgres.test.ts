/** Stores and queues on one server. */
import type { MatchQueue, Store } from "@league-v2/sdk/store";
import { storeContract } from "@league-v2/sdk/testing";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { modelContract } from "../../../../sdk/src/testing/contract-tests/model-based.fixture.js";
import { enrol, member, won } from "../../../../sdk/src/testing/contract-tests/samples.js";
import { expectValidLeague, smallPlan } from "../../league/league.fixture.js";
import { playInMemory } from "../../play/play-in-memory.js";
import { playOverHttp } from "../../play/play-over-http.js";
import { openLeague } from "../open-league.js";
import type { SqlStore } from "../sql-store.js";
import { openPostgres, withoutPassword } from "./open-postgres.js";
import { openBossQueue } from "./pg-boss-queue.js";
import { type PostgresServer, password, startPostgres } from "./postgres-server.fixture.js";

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

let stores = 0;
const newStore = () => `store_${++stores}`;

describe("the contract of a store", () => {
  const openNew = () => open(newStore());
  storeContract({ it, expect }, openNew, { again: (store) => open(opened.get(store)?.league_id ?? "") });
  modelContract(openNew, 10);
});

describe("a league in PostgreSQL", () => {
  it("admits each member once, whichever of its managers decides", async () => {
    const leagueId = newStore();
    const managers = await Promise.all([open(leagueId), open(leagueId), open(leagueId)]);
    const admitted = await Promise.all(
      managers.flatMap((store) =>
        [1, 2, 3].map(() =>
          store.admit((members) => ({ member: member(`P${members.length + 1}`), token: "t" })),
        ),
      ),
    );
    expect(new Set(admitted.map((one) => "member" in one && one.member.id)).size).toBe(9);
  });

  it("shares its database with other leagues", async () => {
    const [one, other] = [await open(newStore()), await open(newStore())];
    await enrol(one, ["P01", "REF01"]);
    await enrol(other, ["P01"]);
    await one.record(won);
    expect(await other.result("R1M1")).toBeNull();
    expect(await other.members("referee")).toEqual([]);
    expect(await other.leaseMatch("R1M1", "REF01", { capacity: 1, now: 0, until: 1 })).toEqual({
      kind: "leased",
    });
  });

  it("sends notices after a restart of the server, and those of results recorded meanwhile", async () => {
    const leagueId = newStore();
    const [one, other] = [await open(leagueId), await open(leagueId)];
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
  });

  it("continues when its connections break in the middle of the work", async () => {
    const store = await open(newStore());
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
    await open(newStore());
    const admin = new pg.Client(server.url);
    await admin.connect();
    await admin.query("INSERT INTO league_v2.kysely_migration VALUES ('9999-future', '2099-01-01')");
    const refusal = await open(newStore()).catch(String);
    await admin.query("DELETE FROM league_v2.kysely_migration WHERE name = '9999-future'");
    await admin.end();
    expect(refusal).toMatch(/a newer version has written it/);
  });
});

describe("an address", () => {
  it.each([
    ["postgres://anna:secret@db.internal:5432/league", "postgres://anna:***@db.internal:5432/league"],
    [
      "postgres://db.internal/league?user=anna&password=secret",
      "postgres://db.internal/league?user=anna&password=***",
    ],
    ["postgres://db.internal/league?sslkey=/secret", "postgres://db.internal/league?sslkey=***"],
    ["postgres://anna@db.internal/league", "postgres://anna@db.internal/league"],
    ["no address: secret", "postgres://…"],
  ])("is shown without a password: %s", (url, shown) => {
    expect(withoutPassword(url)).toBe(shown);
  });
});

let leagues = 0;
const openAs = (leagueId: string) => openBossQueue({ url: server.url, leagueId });
const newLeague = () => `league:${++leagues}`;

/** Serves until all of the matches were played; `play` is called for each delivery. */
async function serveUntil(
  queue: MatchQueue,
  matches: readonly string[],
  play: (match_id: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const played: string[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const end = queue.serve(async (match_id) => {
    played.push(match_id);
    await play(match_id);
    if (matches.every((one) => played.includes(one))) resolve();
  });
  await all;
  await end();
  return played;
}

const many = Array.from({ length: 50 }, (_, index) => `R1M${index + 1}`);

describe("a queue of matches", () => {
  it("delivers every match once to one of the workers, although it was added twice", async () => {
    const league = newLeague();
    const [one, other] = [await openAs(league), await openAs(league)];
    await one.put(many);
    await other.put(many);
    const played = new Set<string>();
    const { promise: all, resolve } = Promise.withResolvers<void>();
    let calls = 0;
    const play = async (match_id: string) => {
      calls += 1;
      played.add(match_id);
      if (played.size === many.length) resolve();
    };
    const ends = [one.serve(play), other.serve(play)];
    await all;
    await Promise.all(ends.map((end) => end()));
    expect([played.size, calls]).toEqual([many.length, many.length]);
  });

  it("ignores a match that is added while it is under way", async () => {
    const queue = await openAs(newLeague());
    await queue.put(["R1M1"]);
    const played = await serveUntil(queue, ["R1M1", "R1M2"], async (match_id) => {
      if (match_id === "R1M1") await queue.put(["R1M1", "R1M2"]);
    });
    expect(played).toEqual(["R1M1", "R1M2"]);
  });

  it("delivers a match again only if its play failed", async () => {
    const queue = await openAs(newLeague());
    let failures = 0;
    await queue.put(["R1M1", "R1M2"]);
    const { promise: again, resolve } = Promise.withResolvers<void>();
    const calls: string[] = [];
    const end = queue.serve(async (match_id) => {
      calls.push(match_id);
      if (match_id === "R1M2" && ++failures === 1) throw new Error("the store failed");
      if (failures === 2) resolve();
    });
    await again;
    await end();
    expect(calls.sort()).toEqual(["R1M1", "R1M2", "R1M2"]);
  });

  it("keeps leagues apart", async () => {
    const [one, other] = [await openAs(newLeague()), await openAs(newLeague())];
    await one.put(["R1M1"]);
    await other.put(["R1M2"]);
    expect(await Promise.all([serveUntil(one, ["R1M1"]), serveUntil(other, ["R1M2"])])).toEqual([
      ["R1M1"],
      ["R1M2"],
    ]);
  });
});

it("a league of three managers in PostgreSQL is the same as a league of one manager in memory", async () => {
  const plan = smallPlan({ players: 6, referees: 3, seed: 5 });
  const options = { leagueId: plan.league_id, newLeagueId: () => "another" };
  const open = () => openLeague({ kind: "postgres", url: server.url }, options);
  const managers = [await open(), await open(), await open()];
  const emitted: string[] = [];
  const listeners = [(event: { readonly type: string }) => void emitted.push(event.type)];
  const report = await playOverHttp(plan, { managers, listeners });
  expectValidLeague(report);
  const alone = await playInMemory(plan);
  expect(report.standings).toEqual(alone.standings);
  const results = (one: typeof report) =>
    one.rounds.flatMap(({ matches }) => matches.map(({ referee_id, ...match }) => match));
  expect(results(report)).toEqual(results(alone));
  expect(emitted.filter((type) => type === "result_recorded")).toHaveLength(15);
  expect(emitted.filter((type) => type === "league_completed")).toHaveLength(1);
});
