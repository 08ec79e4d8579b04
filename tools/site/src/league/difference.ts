/** The differences between two leagues with the same beginning. */
import type { LeagueReport, MatchReport } from "@league-v2/agents";

export interface Difference {
  /** Matches with different results, in the order of the first league. */
  readonly matches: readonly string[];
  /** Players whose points differ. */
  readonly points: readonly { readonly player: string; readonly before: number; readonly after: number }[];
  readonly champions: { readonly before: string; readonly after: string };
}

export function differenceOf(before: LeagueReport, after: LeagueReport): Difference {
  const results = new Map(matchesOf(after).map((match) => [match.match_id, endOf(match)]));
  const points = new Map(after.standings.map((row) => [row.player_id, row.points]));
  return {
    matches: matchesOf(before).flatMap((match) =>
      results.get(match.match_id) === endOf(match) ? [] : [match.match_id],
    ),
    points: before.standings.flatMap(({ player_id, display_name, points: had }) => {
      const has = points.get(player_id) ?? 0;
      return has === had ? [] : [{ player: display_name, before: had, after: has }];
    }),
    champions: { before: before.champion.display_name, after: after.champion.display_name },
  };
}

function matchesOf({ rounds }: LeagueReport): readonly MatchReport[] {
  return rounds.flatMap(({ matches }) => matches);
}

/** The end of a match, without its referee. */
function endOf({ status, winner, drawn_number, choices }: MatchReport): string {
  return JSON.stringify([status, winner, drawn_number, Object.entries(choices).toSorted()]);
}
