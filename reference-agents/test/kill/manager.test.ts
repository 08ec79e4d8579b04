/**
 * `kill -9` of a manager at random points of leagues over HTTP: of the only one, whose store is a SQLite file, and of one of two or
 * three with a database in PostgreSQL. LEAGUE_KILLS and LEAGUE_KILL_SEED make a long run of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlayer, createReferee, type RunningAgent, seededRandom, systemClock } from "@league-v2/sdk";
import { serve } from "@league-v2/sdk/node";
import { rank } from "@league-v2/sdk/store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../../tools/gate/free-port.js";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { openTcpBalancer } from "../../src/play/tcp-balancer.js";
import { openPostgres } from "../../src/store/postgres/open-postgres.js";
import {
  type PostgresServer,
  password,
  startPostgres,
} from "../../src/store/postgres/postgres-server.fixture.js";
import { openSqlite } from "../../src/store/sqlite/open-sqlite.js";
import { RestartingAgent } from "../league-process.js";
import { expectConsistentLeague, TrafficLog } from "./evidence.js";

const size = { players: 5, referees: 2 };
const killsPerLeague = 4;
/** How many messages such a league sends and receives, about. */
const moments = 420;
/** Of a kill after its moment: a manager does most of its work between two messages. */
const longestDelayMs = 25;

const kills = Number(process.env.LEAGUE_KILLS ?? 3);
const seed = process.env.LEAGUE_KILL_SEED ?? "1";
const minutesPerKill = 1;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

interface Killed {
  readonly name: string;
  readonly most: number;
  readonly managers: readonly RestartingAgent[];
  /** The address for the agents. */
  readonly league: string;
}

/** Plays a league to its end while its managers are killed. @returns what the agents have seen, and how many were killed */
async function playAndKill({ name, most, managers, league }: Killed) {
  const random = seededRandom(name);
  const delays = new Map(
    Array.from({ length: most }, () => [1 + random.below(moments), random.below(longestDelayMs)]),
  );
  let planned = 0;
  const traffic = new TrafficLog(() => {
    const delay = delays.get(traffic.moments);
    if (delay === undefined) return;
    planned += 1;
    systemClock.after(delay, () => managers[random.below(managers.length)]?.kill());
  });
  await Promise.all(managers.map((manager) => manager.listening()));
  const agents = await enter(league, name, traffic);
  await Promise.all(managers.map(({ over }) => over));
  const killed = managers.reduce((sum, { starts }) => sum + starts - 1, 0);
  expect(killed).toBeGreaterThanOrEqual(Math.min(planned, 1));
  return { traffic, agents, killed };
}

/** One league after the other, until there were enough kills. */
async function leagues(play: (index: number, most: number) => Promise<number>): Promise<void> {
  for (let index = 0, done = 0; done < kills; index++)
    done += await play(index, Math.min(killsPerLeague, kills - done));
}

const managerLine = (port: number, options: string) =>
  `manager --port ${port} --players ${size.players} --referees ${size.referees} --data data ${options}`;

it(
  `loses and doubles nothing in ${kills} kills of a manager with SQLite`,
  () =>
    leagues(async (index, most) => {
      const [folder, port] = [newFolder(), await freePort()];
      const managers = [new RestartingAgent(managerLine(port, "").trim(), { folder })];
      const league = `http://127.0.0.1:${port}/mcp`;
      const { traffic, agents, killed } = await playAndKill({
        name: `${seed}/${index}`,
        most,
        managers,
        league,
      });
      const { league_id, standings } = JSON.parse(readFileSync(join(folder, "data/standings.json"), "utf8"));
      const file = join(folder, "data/leagues", `${league_id}.sqlite`);
      const store = await openSqlite({ file, leagueId: league_id, newLeagueId: () => "none" });
      await expectConsistentLeague(store, traffic, size);
      expect(standings).toEqual(rank(await store.tallies()));
      await Promise.all([store.close(), agents.close()]);
      return killed;
    }),
  kills * minutesPerKill * 60_000,
);

it(
  `loses and doubles nothing in ${kills} kills of one of several managers with PostgreSQL`,
  () =>
    leagues(async (index, most) => {
      const leagueId = `league_${index}`;
      const ports = await Promise.all(Array.from({ length: 2 + (index % 2) }, freePort));
      const environment = { LEAGUE_STORE: server.url };
      const managers = ports.map((port) => {
        const line = managerLine(port, `--league-id ${leagueId}`);
        return new RestartingAgent(line, { environment });
      });
      await Promise.all(managers.map((manager) => manager.listening()));
      const balancer = await openTcpBalancer(ports.map((port) => `http://127.0.0.1:${port}/mcp`));
      const { traffic, agents, killed } = await playAndKill({
        name: `${seed}/${index}`,
        most,
        managers,
        league: balancer.url,
      });
      const store = await openPostgres({ url: server.url, leagueId });
      await expectConsistentLeague(store, traffic, size);
      await Promise.all([store.close(), agents.close(), balancer.close()]);
      expect(managers.map(({ output }) => output).join("")).not.toContain(password);
      return killed;
    }),
  kills * minutesPerKill * 60_000,
);

/** Referees and players in this process, which are not killed; resolves when all have registered. */
async function enter(league: string, seed: string, traffic: TrafficLog): Promise<{ close(): Promise<void> }> {
  const agents = [
    ...named("Referee", size.referees).map((displayName) => createReferee({ displayName })),
    ...named("Player", size.players).map((displayName) => {
      const random = seededRandom(`${seed}/${displayName}`);
      return createPlayer({ displayName, choose: () => (random.below(2) === 0 ? "even" : "odd") });
    }),
  ];
  const served = await Promise.all(
    agents.map((agent) =>
      withRestarts(() => serve(traffic.watch<RunningAgent>(agent), { league, closeOnSignal: false })),
    ),
  );
  return { close: async () => void (await Promise.all(served.map((one) => one.close()))) };
}

function named(role: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${role} ${index + 1}`);
}

/** Starts an agent again if it could not register, as a supervisor would. */
async function withRestarts<Result>(start: () => Promise<Result>): Promise<Result> {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === attempts || !(error instanceof Error) || error.name !== "REGISTRATION_FAILED")
        throw error;
    }
  }
}
