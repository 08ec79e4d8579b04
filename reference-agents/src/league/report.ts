/** A finished league as one document: what `league play --json` prints. */
import type { LeagueEnd } from "@league-v2/sdk";
import type { Rank, RecordedResult } from "@league-v2/sdk/store";
import type { LeagueProjection } from "./league-projection.js";

export interface MatchReport {
  readonly match_id: string;
  /** PLAYER_A, then PLAYER_B. */
  readonly players: readonly [string, string];
  /** Null for a match that no referee could play. */
  readonly referee_id: string | null;
  readonly status: RecordedResult["status"];
  readonly winner: string | null;
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, string | null>>;
}

export interface RoundReport {
  readonly round_id: number;
  readonly matches: readonly MatchReport[];
}

export interface LeagueReport {
  readonly league_id: string;
  /** Null for a league that cannot be replayed. */
  readonly seed: number | null;
  readonly total_rounds: number;
  readonly total_matches: number;
  readonly champion: LeagueEnd["champion"];
  readonly standings: readonly Rank[];
  readonly rounds: readonly RoundReport[];
}

/** @throws Error for a league that is not complete */
export function reportOn(projection: LeagueProjection, seed: number | null): LeagueReport {
  const { end, league_id } = projection;
  if (end === null) throw new Error(`league "${league_id}" is not complete`);
  return {
    league_id,
    seed,
    total_rounds: end.total_rounds,
    total_matches: end.total_matches,
    champion: end.champion,
    standings: end.standings,
    rounds: projection.rounds.map(({ round_id, matches }) => ({
      round_id,
      matches: matches.map((match) => {
        const result = projection.result(match.match_id);
        if (result === undefined) throw new Error(`match "${match.match_id}" has no result`);
        const { match_id, referee_id, status, winner, drawn_number, choices } = result;
        return {
          match_id,
          players: [match.player_A_id, match.player_B_id],
          referee_id,
          status,
          winner,
          drawn_number,
          choices,
        };
      }),
    })),
  };
}
