/** The course of a league: each round is announced, played and completed with standings, then the champion (IS 2.2.4–2.2.9). */
import { protocol } from "@league-v2/contract";
import { type Clock, sleep } from "../../platform/clock.js";
import type { LogEntry } from "../../platform/log.js";
import type { MatchQueue } from "../dispatch/match-queue.js";
import type { ResultService } from "../results/result-service.js";
import type { ResultWaiters } from "../results/result-waiters.js";
import type { Calendar } from "../store/league-cache.js";
import type { Round } from "../store/schedule.js";
import { rank } from "../store/standings.js";
import type { Store } from "../store/store.js";
import type { LeagueEnd, LeagueEvent } from "./events.js";
import type { Notifier } from "./notifier.js";

export interface SeasonSetting {
  readonly league_id: string;
  readonly store: Store;
  readonly calendar: Calendar;
  readonly notifier: Notifier;
  readonly queue: MatchQueue;
  readonly resultWaiters: ResultWaiters;
  readonly clock: Clock;
  readonly log: (entry: LogEntry) => void;
  readonly onEvent: (event: LeagueEvent) => void;
  readonly resultService: ResultService;
}

/**
 * Continues the season from the state in the store: plays the rounds that are not complete, sends each agent what it
 * has not acknowledged yet, and ends with the champion. Rejects when `signal` is aborted, or the store fails.
 */
export async function playSeason(setting: SeasonSetting, signal: AbortSignal): Promise<LeagueEnd> {
  const { store, calendar } = setting;
  const rounds = await calendar.rounds();
  const completed = await store.completedRound();
  const first = rounds.findIndex((round) => round.round_id === completed) + 1;
  for (const [index, round] of rounds.entries()) {
    if (index < first - 1) continue;
    if (index >= first) {
      await playRound(round, setting, signal);
      await store.completeRound(round.round_id);
    }
    await sumUp(round, rounds[index + 1], setting);
  }
  signal.throwIfAborted();
  return complete(setting);
}

async function playRound(round: Round, setting: SeasonSetting, signal: AbortSignal): Promise<void> {
  const { queue, resultWaiters, onEvent, resultService } = setting;
  const match_ids = round.matches.map(({ match_id }) => match_id);
  signal.throwIfAborted();
  await announce(round, setting, signal);
  onEvent({ type: "round_announced", round });
  await queue.put(match_ids);
  await resultWaiters.all(match_ids, signal);
  await resultService.idle();
}

/** While no player is reachable the round waits (NO_PLAYERS_REACHABLE), for a limited time: the league must end. */
async function announce(round: Round, setting: SeasonSetting, signal: AbortSignal): Promise<void> {
  const { notifier, clock, log } = setting;
  const { unplayedRoundRetries: retries, unplayedRoundPauseMs: pauseMs } = protocol.league;
  for (let attempt = 0; attempt <= retries; attempt++) {
    if (attempt > 0) await sleep(clock, pauseMs, signal);
    const { players } = await notifier.round(round);
    if (players.acknowledged.length > 0) return;
    log({ level: "warn", message: `NO_PLAYERS_REACHABLE: no player acknowledges round ${round.round_id}` });
  }
}

/** Without effect if the next round has a result: the table then no longer belongs to this round. */
async function sumUp(round: Round, next: Round | undefined, setting: SeasonSetting): Promise<void> {
  const { store, notifier, onEvent } = setting;
  const standings = rank(await store.tallies());
  // The results decide, because a power failure may have lost the acknowledgements of the next round.
  const later = await Promise.all((next?.matches ?? []).map(({ match_id }) => store.result(match_id)));
  if (later.some((result) => result !== null)) return;
  await notifier.standings(round.round_id, standings);
  await notifier.roundCompleted(round, next?.round_id ?? null);
  onEvent({ type: "round_completed", round, standings });
}

async function complete(setting: SeasonSetting): Promise<LeagueEnd> {
  const { store, notifier, onEvent } = setting;
  await store.moveTo("LEAGUE_COMPLETE");
  const end = await endOf(setting);
  await notifier.leagueCompleted(end);
  onEvent({ type: "league_completed", end });
  await markOver(store);
  return end;
}

/** The entry of the league manager itself when all work of the league is done. */
const OVER = "league-over";
const MANAGER = "league_manager";

export interface EndSetting {
  readonly league_id: string;
  readonly store: Store;
  readonly calendar: Calendar;
}

/** All matches are played and all reachable agents are notified: no manager repeats it. */
async function markOver(store: Store): Promise<void> {
  await store.acknowledge(OVER, [MANAGER]);
}

export async function isOver(store: Store): Promise<boolean> {
  return (await store.acknowledged(OVER)).has(MANAGER);
}

/** The champion and the table of a league whose matches have all been played. */
export async function endOf({ league_id, store, calendar }: EndSetting): Promise<LeagueEnd> {
  const standings = rank(await store.tallies());
  const [first] = standings;
  if (first === undefined) throw new Error("a league without players cannot be completed");
  const { player_id, display_name, points } = first;
  return {
    league_id,
    total_rounds: (await calendar.rounds()).length,
    total_matches: await calendar.size(),
    champion: { player_id, display_name, points },
    standings,
  };
}
