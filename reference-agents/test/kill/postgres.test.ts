/**
 * `kill -9` of one of two or three managers at random points of leagues over HTTP, their store a database in PostgreSQL.
 * LEAGUE_KILLS and LEAGUE_KILL_SEED make a long run of it.
 */
import { seededRandom } from "@league-v2/sdk";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../../tools/gate/free-port.js";
import { openTcpBalancer } from "../../src/play/tcp-balancer.js";
import { openPostgres } from "../../src/store/postgres/open-postgres.js";
import {
  type PostgresServer,
  password,
  startPostgres,
} from "../../src/store/postgres/postgres-server.fixture.js";
import { mustBeBuilt, newFolder } from "../league-process.js";
import { enter } from "./agents.js";
import { expectConsistentLeague } from "./consistency.js";
import { KillSchedule, RestartingAgent } from "./processes.js";
import { TrafficLog } from "./traffic-log.js";

const [players, referees] = [5, 2];
const killsPerLeague = 4;
/** How many messages such a league sends and receives, about. */
const moments = 420;

const kills = Number(process.env.LEAGUE_KILLS ?? 2);
const seed = process.env.LEAGUE_KILL_SEED ?? "1";
const minutesPerKill = 1;

let server: PostgresServer;
beforeAll(async () => {
  mustBeBuilt();
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

it(
  `loses and doubles nothing in ${kills} kills of one of several managers`,
  async () => {
    for (let league = 0, done = 0; done < kills; league++) {
      const most = Math.min(killsPerLeague, kills - done);
      done += await playAndKill(`${seed}/${league}`, `league_${league}`, 2 + (league % 2), most);
    }
  },
  kills * minutesPerKill * 60_000,
);

/** Plays one league to its end. @returns how many of its managers were killed */
async function playAndKill(
  name: string,
  leagueId: string,
  managerCount: number,
  most: number,
): Promise<number> {
  const random = seededRandom(name);
  const ports = await Promise.all(Array.from({ length: managerCount }, freePort));
  const managers = ports.map((port) => {
    const line = `manager --port ${port} --players ${players} --referees ${referees} --league-id ${leagueId} --data data`;
    return new RestartingAgent({ line, folder: newFolder(), environment: { LEAGUE_STORE: server.url } });
  });
  const killSchedule = new KillSchedule(random, moments, most, () =>
    managers[random.below(managerCount)]?.kill(),
  );
  const traffic = new TrafficLog(() => killSchedule.at(traffic.moments));
  await Promise.all(managers.map((manager) => manager.listening()));
  const balancer = await openTcpBalancer(ports.map((port) => `http://127.0.0.1:${port}/mcp`));
  const agents = await enter({ players, referees, league: balancer.url, seed: name, traffic });
  await Promise.all(managers.map(({ over }) => over));
  const store = await openPostgres({ url: server.url, leagueId });
  await expectConsistentLeague(store, { traffic, records: agents.records, players, referees });
  await Promise.all([store.close(), agents.close(), balancer.close()]);
  const killed = managers.reduce((sum, { starts }) => sum + starts - 1, 0);
  expect(managers.map(({ output }) => output).join("")).not.toContain(password);
  console.log(`${name}: ${managerCount} managers, ${killed} kills, ${traffic.moments} moments`);
  return killed;
}
