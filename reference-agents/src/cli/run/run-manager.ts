/** `league manager`: one league manager as a process, from its start to its end. */
import { hostname } from "node:os";
import { allowHosts, createLeagueManager, type RunningLeagueManager, secureRandom } from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import type { Store } from "@league-v2/sdk/store";
import { liveRecordingLimit, Recording } from "@league-v2/viewer/record";
import { leagueFiles, peerFile } from "../../files/index.js";
import { lineProgress, logEvents, plural } from "../../league/describe.js";
import { type Following, follow, followOthers, type LeagueListener, replay } from "../../league/follow.js";
import { logged } from "../../log/observe.js";
import { closeSoon } from "../../play/close-soon.js";
import { type CliContext, stoppedBefore } from "../cli-context.js";
import type { ManagerSettings } from "../command-fields.js";
import { placeIn } from "../common-fields.js";
import { watchedAgent } from "../watch/watched-agent.js";
import { openSavedLeague, type SavedLeague } from "./league-store.js";
import { folderOf, Records } from "./records.js";
import { loadForms, serveOptionsOf } from "./serve-options.js";

export async function runManager(settings: ManagerSettings, context: CliContext): Promise<number> {
  const { data, logLevel: level } = settings;
  const folder = folderOf(data, context);
  const records = await Records.open(
    { folder, logFile: "league.log.jsonl", level, clock: context.clock, target: "stdout" },
    "league_manager",
  );
  try {
    const log = records.log.for(() => "league_manager");
    const kept = await openSavedLeague({
      place: settings.store && placeIn(context.folder, settings.store),
      leagueId: settings.leagueId,
      folder,
      onConnectionError: (message) => log({ level: "warn", message }),
      onDamage: (message) => {
        log({ level: "critical", message });
        context.error(message);
      },
      clock: context.clock,
    });
    const recording = new Recording(() => context.clock.now(), liveRecordingLimit);
    const recorded: LeagueListener = (event) => recording.add({ kind: "league", event });
    const following = follow(kept.league_id, [...listenersOf(records, kept, context), recorded]);
    const isOver = await serveLeague(kept, following, recording, records, settings, context).finally(
      kept.close,
    );
    if (!isOver) return 0;
    await kept.archive();
    return following.projection.wasPlayed ? 0 : 1;
  } finally {
    await records.close();
  }
}

/** True when the league is over and all agents have ended; the store is closed in any case. */
async function serveLeague(
  kept: SavedLeague,
  following: Following,
  recording: Recording,
  records: Records,
  settings: ManagerSettings,
  context: CliContext,
): Promise<boolean> {
  const { log, folder, files } = records;
  const { league_id, store, queue } = kept;
  const { port, host } = settings;
  const serveOptions = await serveOptionsOf(settings, context);
  const forms = await loadForms(settings.forms, context.folder);
  const instance = nameOf(kept, settings);
  const story = { store, ...following };
  await replay(story);
  const endFollowing = followOthers(story);
  const manager = createLeagueManager({
    leagueId: league_id,
    players: settings.players,
    referees: settings.referees,
    referee: settings.referee,
    gameTypes: settings.games,
    endpoints: allowHosts(settings.allowHost),
    checkEndpoints: settings.checkEndpoints,
    store,
    ...(queue === undefined ? {} : { queue }),
    instance,
    onEvent: following.onEvent,
  });
  const league = { league_id, clock: "real", seed: null } as const;
  const watched = watchedAgent(manager, recording, context.clock, { incoming: true, league });
  const served = await serve(
    logged(watched.agent, () => "league_manager", log),
    {
      port,
      host,
      closeOnSignal: false,
      forms,
      log: records.withWarnings(() => "league_manager", context),
      ...(folder === null ? {} : { store: peerFile(folder, "league_manager") }),
      ...serveOptions,
    },
  );
  try {
    const isFirst = () => maySendShutdown(store, instance, context);
    return await untilOver(served, { league_id, isFirst }, settings, context);
  } finally {
    endFollowing();
    watched.end();
    // members.json is read from the store, which the manager closes.
    await files.drain();
    await (context.stop.aborted ? closeSoon(served) : served.close());
  }
}

/** A manager that restarts with the same name continues its own leases at once, without waiting until they expire. */
function nameOf({ queue }: SavedLeague, { port }: ManagerSettings): string {
  if (queue === undefined) return "the only manager";
  return port === 0 ? Buffer.from(secureRandom.bytes(uniqueBytes)).toString("hex") : `${hostname()}:${port}`;
}

const uniqueBytes = 8;

/** Of several managers one sends the shutdown: a second one would wait for agents that have ended already. */
function maySendShutdown(store: Store, instance: string, { clock }: CliContext): Promise<boolean> {
  const now = clock.now();
  return store.lease("shutdown", instance, { now, until: now + shutdownMs });
}

/** The longest time between the moments at which two managers of a league read its end in the store. */
const shutdownMs = 60_000;

function listenersOf(
  { folder, files, log }: Records,
  { savedMembers }: SavedLeague,
  context: CliContext,
): LeagueListener[] {
  const logging = [lineProgress(context.error), logEvents(log.for(() => "league_manager"))];
  return folder === null ? logging : [...logging, leagueFiles(folder, files, savedMembers)];
}

/** True when the league is complete and all agents are shut down, false when the process is stopped before. */
async function untilOver(
  { url, agent }: Served<RunningLeagueManager>,
  { league_id, isFirst }: { readonly league_id: string; readonly isFirst: () => Promise<boolean> },
  { players, referees, stay }: ManagerSettings,
  { error: print, stop }: CliContext,
): Promise<boolean> {
  const awaited = `${plural(players, "player")} and ${plural(referees, "referee")}`;
  print(`league manager of "${league_id}" listens at ${url} and waits for ${awaited}`);
  print(`watch it at ${new URL("/", url).href}`);
  if (await stoppedBefore(agent.ended, stop)) {
    print("league manager ends: stopped");
    return false;
  }
  if (await isFirst()) await agent.shutDownAgents("the league is complete");
  if (!stay) return true;
  print("the league is complete; the league manager stays until it is stopped");
  await stoppedBefore(agent.done, stop);
  print("league manager ends: stopped");
  return true;
}
