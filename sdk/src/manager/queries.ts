/** The four queries about the league (IS 2.2.10, contract 3), and its progress (LEAGUE_STATUS, IS 2.2.4). */
import type { QueryData } from "@league-v2/contract";
import { LeagueRpcError } from "../agent/core/errors.js";
import type { Calendar, Roster } from "./store/league-cache.js";
import type { Pairing, Round } from "./store/schedule.js";
import { rank } from "./store/standings.js";
import type { Store } from "./store/store.js";

export type QueryType = "GET_STANDINGS" | "GET_SCHEDULE" | "GET_NEXT_MATCH" | "GET_PLAYER_STATS";

/** The source of the answers. */
export interface Archive {
  readonly store: Store;
  readonly roster: Roster;
  readonly calendar: Calendar;
}

/**
 * @param about the player of the query
 * @throws LeagueRpcError E008 before the league has started, E005 for a player that is not in it
 */
export async function answerQuery(
  query: QueryType,
  about: string | null,
  archive: Archive,
): Promise<QueryData> {
  const { store, calendar } = archive;
  if ((await calendar.rounds()).length === 0)
    throw new LeagueRpcError("E008", "the league has not started yet");
  switch (query) {
    case "GET_STANDINGS":
      return { standings: rank(await store.tallies()) };
    case "GET_SCHEDULE":
      return { schedule: scheduleView(await calendar.rounds()) };
    case "GET_NEXT_MATCH":
      return { next_match: await nextMatch(await playerId(about, archive), archive) };
    case "GET_PLAYER_STATS": {
      const id = await playerId(about, archive);
      const row = rank(await store.tallies()).find((standing) => standing.player_id === id);
      return row ? { stats: row } : {};
    }
  }
}

async function playerId(about: string | null, { roster }: Archive): Promise<string> {
  const member = about === null ? null : await roster.member(about);
  if (member?.role !== "player")
    throw new LeagueRpcError("E005", `"${about ?? ""}" is not a player of this league`);
  return member.id;
}

function scheduleView(rounds: readonly Round[]) {
  return {
    rounds: rounds.map((round) => ({ round_id: round.round_id, matches: round.matches.map(matchView) })),
    total_matches: rounds.reduce((sum, round) => sum + round.matches.length, 0),
  };
}

function matchView({ match_id, player_A_id, player_B_id, referee_id }: Pairing) {
  return { match_id, player_A_id, player_B_id, referee_id };
}

async function nextMatch(player: string, { store, calendar }: Archive) {
  const completed = (await store.completedRound()) ?? 0;
  for (const { round_id, matches } of await calendar.rounds()) {
    if (round_id <= completed) continue;
    const match = matches.find((one) => one.player_A_id === player || one.player_B_id === player);
    if (match && (await store.result(match.match_id)) === null) {
      const opponent_id = match.player_A_id === player ? match.player_B_id : match.player_A_id;
      return { round_id, match_id: match.match_id, opponent_id };
    }
  }
  return null;
}

/** The progress of a league by its store. */
export async function progress(store: Store, calendar: Calendar) {
  const [state, rounds, completed] = [
    await store.state(),
    await calendar.rounds(),
    await store.completedRound(),
  ];
  const done = rounds.findIndex(({ round_id }) => round_id === completed) + 1;
  const current = rounds[done];
  let matches_played = rounds.slice(0, done).reduce((sum, { matches }) => sum + matches.length, 0);
  for (const { match_id } of current?.matches ?? []) {
    if ((await store.result(match_id)) !== null) matches_played += 1;
  }
  return {
    state,
    current_round: current?.round_id ?? null,
    total_rounds: rounds.length,
    matches_played,
    total_matches: await calendar.size(),
  };
}
