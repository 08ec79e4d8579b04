import { protocol } from "@league-v2/contract";
import {
  allowHosts,
  createLeagueManager,
  hex,
  type RunningLeagueManager,
  secureRandom,
} from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { leagueFiles } from "../files/index.js";
import { plural } from "../league/describe.js";
import { type Follower, follow } from "../league/follow.js";
import { logEvents } from "../league/log-events.js";
import { logged } from "../log/index.js";
import { closeSoon } from "../play/close-soon.js";
import { choice, flag, list, port, type SettingsOf } from "../settings/index.js";
import { command } from "./command.js";
import {
  dataField,
  hostField,
  leagueIdField,
  logLevelField,
  playersField,
  refereesField,
} from "./common-fields.js";
import { lineProgress } from "./progress.js";
import { folderOf, Records } from "./records.js";
import { wireField, wireOf } from "./wire-field.js";
import { stoppedBefore, type World } from "./world.js";

const fields = {
  port: port({
    otherwise: protocol.ports.leagueManager,
    variable: "LEAGUE_PORT",
    help: "port to listen on; 0 takes any free one",
  }),
  host: hostField,
  players: playersField,
  referees: refereesField,
  leagueId: leagueIdField,
  allowHost: list({
    placeholder: "<host>",
    otherwise: [],
    variable: "LEAGUE_ALLOW_HOST",
    help: "a host beside loopback where agents may be; several with commas, or the flag again",
  }),
  data: dataField,
  logLevel: logLevelField,
  referee: choice({
    members: ["external", "embedded"],
    otherwise: "external",
    variable: "LEAGUE_REFEREE",
    help: "embedded: the manager runs one of the referees in its own process",
  }),
  wire: wireField,
  stay: flag({ variable: "LEAGUE_STAY", help: "keep answering questions when the league is complete" }),
};

export const managerCommand = command({
  name: "manager",
  summary: "run a league manager: it starts its league when enough agents have registered",
  details: `With --data it writes standings.json, rounds.json, registry.json, matches/<league>/<match>.json and
league.log.jsonl; without it the log goes to the standard output. When the league is complete it sends its agents
home and ends.`,
  fields,
  examples: [
    ["league manager", "four players and two referees, on port 8000"],
    [
      "league manager --port 9000 --players 8 --referees 3 --data ./league-data",
      "a larger league with files",
    ],
    ["league manager --host 0.0.0.0 --allow-host 192.168.1.20,192.168.1.21", "agents on two other machines"],
    ["LEAGUE_PLAYERS=6 league manager --config league.json", "settings from elsewhere"],
  ],
  run: runManager,
});

async function runManager(settings: SettingsOf<typeof fields>, world: World): Promise<number> {
  const { leagueId = newLeagueId(), data, logLevel: level, port, host } = settings;
  const folder = folderOf(data, world);
  const records = await Records.open(
    { folder, logFile: "league.log.jsonl", level, clock: world.clock, otherwise: "stdout" },
    "league_manager",
  );
  try {
    const manager = createLeagueManager({
      leagueId,
      players: settings.players,
      referees: settings.referees,
      referee: settings.referee,
      endpoints: allowHosts(settings.allowHost),
      onEvent: follow(leagueId, followersOf(records, world)).onEvent,
    });
    const served = await serve(
      logged(manager, () => "league_manager", records.log),
      { port, host, wire: wireOf(settings.wire, world.folder), closeOnSignal: false },
    );
    try {
      await oversee(served, leagueId, settings, world);
    } finally {
      await (world.stop.aborted ? closeSoon(served) : served.close());
    }
    return 0;
  } finally {
    await records.close();
  }
}

function followersOf({ folder, files, log }: Records, world: World): Follower[] {
  const logging = [lineProgress(world.error), logEvents(log.for(() => "league_manager"))];
  return folder === null ? logging : [...logging, leagueFiles(folder, files)];
}

/** Until the league is complete and everybody is sent home, or somebody stops the process. */
async function oversee(
  { url, agent }: Served<RunningLeagueManager>,
  league_id: string,
  { players, referees, stay }: SettingsOf<typeof fields>,
  { error: say, stop }: World,
): Promise<void> {
  const awaited = `${plural(players, "player")} and ${plural(referees, "referee")}`;
  say(`league manager of "${league_id}" listens at ${url} and waits for ${awaited}`);
  if (await stoppedBefore(agent.ended, stop)) return say("league manager ends: stopped");
  await agent.dismiss("the league is complete");
  if (!stay) return;
  say("the league is complete; the league manager stays until it is stopped");
  await stoppedBefore(agent.done, stop);
  say("league manager ends: stopped");
}

/** Ids of leagues that nobody named must not meet in one data folder. */
export function newLeagueId(): string {
  const uniqueBytes = 4;
  return `league_${hex(secureRandom, uniqueBytes)}`;
}
