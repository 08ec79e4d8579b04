import { type Clock, type PlayedMatch, secureRandom } from "@league-v2/sdk";
import { SimulatedWorld } from "@league-v2/sdk/testing";
import { leagueFiles, PlayerHistory, refereeFiles, type WriteBehind } from "../files/index.js";
import { plural } from "../league/describe.js";
import type { Follower } from "../league/follow.js";
import { logEvents } from "../league/log-events.js";
import { playedEntry, refereedEntry } from "../league/match-entries.js";
import type { LeagueReport } from "../league/report.js";
import { printable, standingsTable } from "../league/standings-table.js";
import {
  type CastHooks,
  type LeaguePlan,
  type NamedStrategy,
  type PlaySetting,
  playInMemory,
  playOverHttp,
} from "../play/index.js";
import { flag, integer, list, optional, port, type SettingsOf } from "../settings/index.js";
import { loadStrategy } from "../strategies/index.js";
import { command } from "./command.js";
import { dataField, leagueIdField, logLevelField, playersField, refereesField } from "./common-fields.js";
import { newLeagueId } from "./new-league-id.js";
import { eraseProgress, progressFor } from "./progress.js";
import { folderOf, Records } from "./records.js";
import { mostManagers, mustFit, openSeats } from "./seats.js";
import { storeField } from "./store-field.js";
import { exitCodes, Stopped, type World } from "./world.js";

const fields = {
  players: playersField,
  referees: refereesField,
  strategies: list({
    placeholder: "<names>",
    otherwise: ["random", "frequency", "pattern"],
    variable: "LEAGUE_STRATEGIES",
    help: "strategies, given to the players in turn, with commas between; names or module paths",
  }),
  seed: optional(
    integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      variable: "LEAGUE_SEED",
      help: "choices and drawn numbers follow from it: the same league again; a random one for --memory",
    }),
  ),
  memory: flag({
    variable: "LEAGUE_MEMORY",
    help: "play in memory on simulated time, without sockets and waiting",
  }),
  port: port({
    otherwise: 0,
    variable: "LEAGUE_PORT",
    help: "port of the league manager, referees and players have those after it; 0 takes any free ones",
  }),
  leagueId: leagueIdField,
  data: dataField,
  store: storeField,
  managers: integer({
    minimum: 1,
    maximum: mostManagers,
    otherwise: 1,
    variable: "LEAGUE_MANAGERS",
    help: "how many managers serve the league, from one database in PostgreSQL",
  }),
  json: flag({ variable: "LEAGUE_JSON", help: "print one JSON document instead of the table" }),
  logLevel: logLevelField,
};

type Settings = SettingsOf<typeof fields>;

export const playCommand = command({
  name: "play",
  summary: "play a whole league on this machine, to its champion",
  details: `Every agent is a server of its own on the loopback interface. The table goes to the standard output, progress to
the standard error. With --data the folder holds what the agents keep: standings.json, rounds.json, registry.json,
matches/, referees/, players/ and league.log.jsonl. The same seed gives the same league, with --memory and without.`,
  fields,
  examples: [
    ["league play", "four players, two referees, over HTTP"],
    ["league play --players 30 --referees 4 --json", "435 matches, for a program"],
    ["league play --memory --players 100 --seed 1", "4,950 matches in seconds, the same ones each time"],
    ["league play --strategies random,./mine.js --data ./league-data", "a strategy of your own"],
    ["league play --store postgres://localhost/league --managers 3", "three managers for one league"],
    ["league play --memory --strategies timeout,random", "what becomes of players that never answer"],
  ],
  run: runPlay,
});

async function runPlay(settings: Settings, world: World): Promise<number> {
  mustFit(settings);
  const plan = await planOf(settings, world);
  const simulated = settings.memory ? new SimulatedWorld({ seed: plan.seed ?? 0 }) : null;
  const records = await openRecords(settings, world, simulated?.clock ?? world.clock);
  try {
    const setting = settingOf(records, world);
    const report = simulated
      ? await playInMemory(plan, setting, simulated)
      : await playServed(plan, setting, settings, world);
    world.out(settings.json ? JSON.stringify(report, null, 2) : inWords(report));
    return 0;
  } catch (error) {
    eraseProgress(world);
    if (!(error instanceof Stopped)) throw error;
    world.error("the league was stopped before its end");
    return exitCodes[error.by];
  } finally {
    await records.close();
  }
}

async function playServed(plan: LeaguePlan, setting: PlaySetting, settings: Settings, world: World) {
  const seats = await openSeats(plan.league_id, settings, world.folder);
  try {
    return await playOverHttp(plan, { ...setting, port: settings.port, managers: seats });
  } finally {
    await Promise.all(seats.map(({ close }) => close()));
  }
}

/** A league in memory is always one that can be replayed. */
async function planOf(settings: Settings, world: World): Promise<LeaguePlan> {
  const seeds = 2 ** 32;
  const { players, referees, memory } = settings;
  const seed = settings.seed ?? (memory ? secureRandom.below(seeds) : null);
  const strategies: NamedStrategy[] = [];
  for (const name of settings.strategies)
    strategies.push({ name, ...(await loadStrategy(name, world.folder)) });
  const league_id = settings.leagueId ?? (seed === null ? newLeagueId() : `league_${seed}`);
  return { league_id, players, referees, strategies, seed };
}

function openRecords({ data, logLevel: level }: Settings, world: World, clock: Clock): Promise<Records> {
  const folder = folderOf(data, world);
  const options = { folder, logFile: "league.log.jsonl", level, clock, otherwise: "nowhere" } as const;
  return Records.open(options, "league_manager");
}

function settingOf({ folder, files, log }: Records, world: World): PlaySetting {
  const followers: Follower[] = [progressFor(world), logEvents(log.for(() => "league_manager"))];
  if (folder === null) return { followers, log, signal: world.stop };
  const keepRecord = refereeFiles(folder, files);
  const keepHistory = playerFiles(folder, files);
  const hooks: CastHooks = {
    onMatchPlayed({ name, id }, match, matches) {
      log.for(() => id() ?? name)(playedEntry(match));
      keepHistory(name, id() ?? name, matches);
    },
    onMatchRefereed(record) {
      log.for(() => record.referee_id)(refereedEntry(record));
      keepRecord(record);
    },
  };
  return { followers: [...followers, leagueFiles(folder, files)], hooks, log, signal: world.stop };
}

/** A league here is a new one, and its players start without a past: the same seed must give the same league. */
function playerFiles(folder: string, files: WriteBehind) {
  const histories = new Map<string, PlayerHistory>();
  return (name: string, player_id: string, matches: readonly PlayedMatch[]) => {
    const history = histories.get(name) ?? PlayerHistory.fresh(folder, name, files);
    histories.set(name, history);
    history.keep(player_id, matches);
  };
}

function inWords(report: LeagueReport): string {
  const { champion, total_matches, total_rounds, seed, standings } = report;
  const end = `Champion: ${printable(champion.display_name)} (${champion.player_id}) with ${plural(champion.points, "point")} after ${plural(total_matches, "match", "matches")} in ${plural(total_rounds, "round")}.`;
  const again = seed === null ? [] : [`The same league again: --seed ${seed}`];
  return [standingsTable(standings), "", end, ...again].join("\n");
}
