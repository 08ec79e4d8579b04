import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectValidLeague, smallPlan } from "../league/league.fixture.js";
import { openLeague } from "../store/open-league.js";
import { type PostgresServer, startPostgres } from "../store/postgres/postgres-server.fixture.js";
import { playInMemory } from "./play-in-memory.js";
import { playOverHttp } from "./play-over-http.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

it("a league in a SQLite file is the same as in memory", async () => {
  const plan = smallPlan({ seed: 3 });
  const file = join(mkdtempSync(join(tmpdir(), "league-play-")), "league.sqlite");
  const options = { leagueId: plan.league_id, newLeagueId: () => "another" };
  const { store } = await openLeague({ kind: "sqlite", file }, options);
  expect(await playOverHttp(plan, { managers: [{ store }] })).toEqual(await playInMemory(plan));
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
