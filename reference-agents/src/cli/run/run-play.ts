/** `league play`: a whole league on this machine. */
import { resolve } from "node:path";
import { type Clock, type LogEntry, type PlayedMatch, secureRandom } from "@league-v2/sdk";
import { assertWritable } from "@league-v2/sdk/node";
import { SimulatedPlatform } from "@league-v2/sdk/testing";
import { leagueFiles, PlayerHistory, refereeFiles, type WriteBehind } from "../../files/index.js";
import { logEvents, playedEntry, plural, printable } from "../../league/describe.js";
import type { LeagueListener } from "../../league/follow.js";
import type { LeagueReport } from "../../league/league-projection.js";
import { standingsTable } from "../../league/standings-table.js";
import type { JsonLog } from "../../log/json-log.js";
import type { AgentHooks, LeaguePlan, NamedStrategy, PlaySetting } from "../../play/agents.js";
import { playInMemory } from "../../play/play-in-memory.js";
import { playOverHttp } from "../../play/play-over-http.js";
import { loadStrategy } from "../../strategies/load-strategy.js";
import { type CliContext, exitCodes, Stopped } from "../cli-context.js";
import type { PlaySettings } from "../command-fields.js";
import { openProgress } from "../progress.js";
import { assertCompatible, newLeagueId, openManagerStores } from "./league-store.js";
import { folderOf, Records } from "./records.js";

export async function runPlay(settings: PlaySettings, context: CliContext): Promise<number> {
  assertCompatible(settings);
  if (settings.html !== undefined) await assertWritable(resolve(context.folder, settings.html));
  const plan = await planOf(settings, context);
  const simulated = settings.memory ? new SimulatedPlatform({ seed: plan.seed ?? 0 }) : null;
  const clock = simulated?.clock ?? context.clock;
  const records = await openRecords(settings, context, clock);
  const page = await openPage(plan, settings, context, clock);
  const progress = await openProgress(context);
  const fallbacks = new FallbackChoices();
  try {
    const played = settingOf(records, progress.listener, context);
    const setting = withPage({ ...played, log: fallbacks.watch(records.log) }, page);
    const report = simulated
      ? await playInMemory(plan, setting, simulated)
      : await playServed(plan, setting, settings, context);
    context.out(settings.json ? JSON.stringify(report, null, 2) : inWords(report, context.outWidth()));
    const replaced = fallbacks.summary();
    if (replaced !== null) context.error(replaced);
    await page?.finish();
    return 0;
  } catch (error) {
    progress.erase();
    if (!(error instanceof Stopped)) throw error;
    context.error("the league was stopped before its end");
    return exitCodes[error.by];
  } finally {
    await page?.close();
    await records.close();
  }
}

/** Null if no page is asked for. */
async function openPage(plan: LeaguePlan, settings: PlaySettings, context: CliContext, clock: Clock) {
  if (!settings.watch && settings.html === undefined) return null;
  return (await import("../watch/play-page.js")).openPlayPage(plan, settings, context, clock);
}

function withPage(setting: PlaySetting, page: { readonly setting: PlaySetting } | null): PlaySetting {
  if (page === null) return setting;
  const listeners = [...(setting.listeners ?? []), ...(page.setting.listeners ?? [])];
  return { ...setting, ...page.setting, listeners };
}

async function playServed(
  plan: LeaguePlan,
  setting: PlaySetting,
  settings: PlaySettings,
  context: CliContext,
) {
  const managerStores = await openManagerStores(plan.league_id, settings, context.folder);
  try {
    return await playOverHttp(plan, { ...setting, port: settings.port, managers: managerStores });
  } finally {
    await Promise.all(managerStores.map(({ close }) => close()));
  }
}

/** A league in memory always has a seed, so that it can be replayed. */
async function planOf(settings: PlaySettings, context: CliContext): Promise<LeaguePlan> {
  const seeds = 2 ** 32;
  const { players, referees, memory } = settings;
  const seed = settings.seed ?? (memory ? secureRandom.below(seeds) : null);
  const strategies: NamedStrategy[] = [];
  for (const name of settings.strategies)
    strategies.push({ name, ...(await loadStrategy(name, context.folder)) });
  const league_id = settings.leagueId ?? (seed === null ? newLeagueId() : `league_${seed}`);
  return { league_id, players, referees, strategies, seed };
}

function openRecords(
  { data, logLevel: level }: PlaySettings,
  context: CliContext,
  clock: Clock,
): Promise<Records> {
  const folder = folderOf(data, context);
  const options = { folder, logFile: "league.log.jsonl", level, clock, target: "nowhere" } as const;
  return Records.open(options, "league_manager");
}

function settingOf(
  { folder, files, log }: Records,
  progress: LeagueListener,
  context: CliContext,
): PlaySetting {
  const listeners: LeagueListener[] = [progress, logEvents(log.for(() => "league_manager"))];
  if (folder === null) return { listeners, signal: context.stop };
  const keepRecord = refereeFiles(folder, files);
  const keepHistory = playerFiles(folder, files);
  const hooks: AgentHooks = {
    onMatchPlayed({ name, id }, match, matches) {
      log.for(() => id() ?? name)(playedEntry(match));
      keepHistory(name, id() ?? name, matches);
    },
    onMatchRefereed: (record) => void keepRecord(record),
  };
  return { listeners: [...listeners, leagueFiles(folder, files)], hooks, signal: context.stop };
}

/** Players start with an empty history, so that the same seed gives the same league. */
function playerFiles(folder: string, files: WriteBehind) {
  const histories = new Map<string, PlayerHistory>();
  return (name: string, player_id: string, matches: readonly PlayedMatch[]) => {
    const history = histories.get(name) ?? PlayerHistory.fresh(folder, name, files);
    histories.set(name, history);
    history.keep(player_id, matches);
  };
}

function inWords(report: LeagueReport, width: number): string {
  const { champion, total_matches, total_rounds, seed, standings } = report;
  const end = `Champion: ${printable(champion.display_name)} (${champion.player_id}) with ${plural(champion.points, "point")} after ${plural(total_matches, "match", "matches")} in ${plural(total_rounds, "round")}.`;
  const again = seed === null ? [] : [`The same league again: --seed ${seed}`];
  return [standingsTable(standings, width), "", end, ...again].join("\n");
}

/** A player replaces each failed choice, so that the table does not show the fault of its strategy: this counts them. */
class FallbackChoices {
  #count = 0;
  #first = "";

  /** The same log, which also counts the fallback choices, at any level. */
  watch(log: JsonLog): JsonLog {
    const writes = (level: LogEntry["level"]) => (level !== "debug" && level !== "info") || log.writes(level);
    return {
      writes,
      for: (agentId) => {
        const write = log.for(agentId);
        const watched = (entry: LogEntry) => {
          this.#note(agentId(), entry);
          write(entry);
        };
        return Object.assign(watched, { writes });
      },
      close: log.close,
    };
  }

  /** One line; null if no choice was replaced. */
  summary(): string | null {
    if (this.#count === 0) return null;
    return printable(`${plural(this.#count, "fallback choice")}, the first by ${this.#first}`);
  }

  #note(agentId: string, { message, match_id }: LogEntry): void {
    const because = /^fallback choice: (.*)/s.exec(message)?.[1];
    if (because === undefined) return;
    if (this.#count++ === 0) this.#first = `${agentId} in ${match_id}: ${because.replace(/\s+/g, " ")}`;
  }
}
