/** The content of the league manager's files. No file contains a token, because no event does. */
import type { Member, RecordedResult } from "@league-v2/sdk/store";
import type { LeagueProjection } from "../league/league-projection.js";

export function registryView(projection: LeagueProjection) {
  const { league_id, members } = projection;
  return {
    league_id,
    players: members.filter(({ role }) => role === "player").map(memberView),
    referees: members
      .filter(({ role }) => role === "referee")
      .map((member) => ({ ...memberView(member), max_concurrent_matches: member.max_concurrent_matches })),
  };
}

function memberView({ id, display_name, version, game_types, endpoint }: Member) {
  return { id, display_name, version, game_types, endpoint };
}

export function standingsView(projection: LeagueProjection) {
  const { league_id, state, roundsCompleted, standings } = projection;
  return { league_id, state, rounds_completed: roundsCompleted, standings };
}

export function roundsView(projection: LeagueProjection) {
  const { league_id, state, rounds } = projection;
  return {
    league_id,
    state,
    rounds: rounds.map(({ round_id, matches }) => ({
      round_id,
      status: projection.roundStatus(round_id),
      matches: matches.map(({ match_id, game_type, player_A_id, player_B_id, referee_id }) => ({
        match_id,
        game_type,
        player_A_id,
        player_B_id,
        referee_id: projection.result(match_id)?.referee_id ?? referee_id,
        status: projection.matchStatus(match_id),
        winner: projection.result(match_id)?.winner ?? null,
      })),
    })),
  };
}

export function resultView({ league_id }: LeagueProjection, result: RecordedResult) {
  return { league_id, ...result };
}
