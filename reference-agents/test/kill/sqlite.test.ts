/**
 * `kill -9` of the manager at random points of leagues over HTTP, its store a SQLite file.
 * LEAGUE_KILLS and LEAGUE_KILL_SEED make a long run of it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "@league-v2/sdk";
import { beforeAll, expect, it } from "vitest";
import { freePort } from "../../../tools/gate/free-port.js";
import { openSqlite } from "../../src/store/sqlite/open-sqlite.js";
import { mustBeBuilt, newFolder } from "../league-process.js";
import { enter } from "./agents.js";
import { expectConsistentLeague, expectTable } from "./consistency.js";
import { KillSchedule, RestartingAgent } from "./processes.js";
import { TrafficLog } from "./traffic-log.js";

const [players, referees] = [5, 2];
const killsPerLeague = 4;
/** How many messages such a league sends and receives, about. */
const moments = 420;

const kills = Number(process.env.LEAGUE_KILLS ?? 4);
const seed = process.env.LEAGUE_KILL_SEED ?? "1";
const minutesPerKill = 1;

beforeAll(mustBeBuilt);

it(
  `loses and doubles nothing in ${kills} kills`,
  async () => {
    for (let league = 0, done = 0; done < kills; league++) {
      done += await playAndKill(`${seed}/${league}`, Math.min(killsPerLeague, kills - done));
    }
  },
  kills * minutesPerKill * 60_000,
);

/** Plays one league to its end. @returns how often its manager was killed */
async function playAndKill(name: string, most: number): Promise<number> {
  const folder = newFolder();
  const port = await freePort();
  const line = `manager --port ${port} --players ${players} --referees ${referees} --data data`;
  const manager = new RestartingAgent({ line, folder });
  const killSchedule = new KillSchedule(seededRandom(name), moments, most, () => manager.kill());
  const traffic = new TrafficLog(() => killSchedule.at(traffic.moments));
  await manager.listening();
  const league = `http://127.0.0.1:${port}/mcp`;
  const agents = await enter({ players, referees, league, seed: name, traffic });
  await manager.over;
  const { league_id, standings } = JSON.parse(readFileSync(join(folder, "data/standings.json"), "utf8"));
  const file = join(folder, "data/leagues", `${league_id}.sqlite`);
  const store = await openSqlite({ file, leagueId: league_id, newLeagueId: () => "none" });
  await expectConsistentLeague(store, { traffic, records: agents.records, players, referees });
  await expectTable(store, standings);
  await Promise.all([store.close(), agents.close()]);
  expect(manager.starts).toBeGreaterThan(killSchedule.kills > 0 ? 1 : 0);
  console.log(`${name}: ${manager.starts - 1} kills, ${traffic.moments} moments`);
  return manager.starts - 1;
}
