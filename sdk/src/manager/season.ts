/** The course of a league: round after round, each announced, played and summed up, then the champion (IS 2.2.4–2.2.9). */
import { protocol } from "@league-v2/contract";
import { type Clock, sleep } from "../doors/clock.js";
import type { LogEntry } from "../doors/log.js";
import type { Announcer } from "./announcer.js";
import type { Dispatcher } from "./dispatcher.js";
import type { LeagueEnd, LeagueEvent } from "./events.js";
import type { Round } from "./schedule.js";
import { rank } from "./standings.js";
import type { Store } from "./store.js";

export interface SeasonSetting {
  readonly league_id: string;
  readonly store: Store;
  readonly announcer: Announcer;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (entry: LogEntry) => void;
  readonly onEvent: (event: LeagueEvent) => void;
}

/** Plays every round that is not played yet and ends with the champion. Rejects only when the manager is closed. */
export async function playSeason(setting: SeasonSetting): Promise<LeagueEnd> {
  const { store, announcer, onEvent, signal } = setting;
  const rounds = await store.schedule();
  for (const [index, round] of rounds.entries()) {
    signal.throwIfAborted();
    if (await isPlayed(round, store)) continue;
    await playRound(round, setting);
    const standings = rank(await store.tallies());
    await announcer.standings(round.round_id, standings);
    await announcer.roundCompleted(round, rounds[index + 1]?.round_id ?? null);
    onEvent({ type: "round_completed", round, standings });
  }
  return complete(rounds, setting);
}

async function playRound(round: Round, setting: SeasonSetting): Promise<void> {
  await announce(round, setting);
  setting.onEvent({ type: "round_announced", round });
  await setting.dispatcher.play(round.matches);
}

/** Without any player within reach the round waits (NO_PLAYERS_REACHABLE), but not for ever: the league has to end. */
async function announce(round: Round, { announcer, clock, signal, log }: SeasonSetting): Promise<void> {
  const { unplayedRoundRetries: retries, unplayedRoundPauseMs: pauseMs } = protocol.league;
  for (let attempt = 0; attempt <= retries; attempt++) {
    if (attempt > 0) await sleep(clock, pauseMs, signal);
    const { players } = await announcer.round(round);
    if (players.acknowledged.length > 0) return;
    log({ level: "warn", message: `NO_PLAYERS_REACHABLE: no player acknowledges round ${round.round_id}` });
  }
}

async function complete(rounds: readonly Round[], setting: SeasonSetting): Promise<LeagueEnd> {
  const { league_id, store, announcer, onEvent } = setting;
  await store.moveTo("LEAGUE_COMPLETE");
  const standings = rank(await store.tallies());
  const [first] = standings;
  if (first === undefined) throw new Error("a league without players cannot be completed");
  const { player_id, display_name, points } = first;
  const total_matches = rounds.reduce((sum, round) => sum + round.matches.length, 0);
  const end = {
    league_id,
    total_rounds: rounds.length,
    total_matches,
    champion: { player_id, display_name, points },
    standings,
  };
  await announcer.leagueCompleted(end);
  onEvent({ type: "league_completed", end });
  return end;
}

async function isPlayed(round: Round, store: Store): Promise<boolean> {
  for (const { match_id } of round.matches) if ((await store.result(match_id)) === null) return false;
  return true;
}
