/** The standings of the league: the sums of the results, ranked (contract 7). */
import { protocol } from "@league-v2/contract";

/** The contribution of one match to the standings. */
export interface Score {
  readonly winner: string | null;
  /** Points by player id, for both players. */
  readonly points: ReadonlyMap<string, number>;
}

/** The sums of one player's results. */
export interface Tally {
  player_id: string;
  display_name: string;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
}

/** A row of the standings. */
export interface Rank extends Tally {
  rank: number;
}

/** The tally of a player without matches. */
export function emptyTally(player_id: string, display_name: string): Tally {
  return { player_id, display_name, played: 0, wins: 0, draws: 0, losses: 0, points: 0 };
}

/** Adds one match to a player's tally; a match without a winner and without points is a loss for both. */
export function count(tally: Tally, score: Score): Tally {
  const points = score.points.get(tally.player_id) ?? 0;
  const won = score.winner === tally.player_id;
  const drawn = score.winner === null && points === protocol.points.draw;
  return {
    ...tally,
    played: tally.played + 1,
    wins: tally.wins + (won ? 1 : 0),
    draws: tally.draws + (drawn ? 1 : 0),
    losses: tally.losses + (won || drawn ? 0 : 1),
    points: tally.points + points,
  };
}

/** Points, then wins, both descending; then player id, ascending. */
export function rank(tallies: readonly Tally[]): Rank[] {
  return [...tallies]
    .sort((a, b) => b.points - a.points || b.wins - a.wins || byCodeUnits(a.player_id, b.player_id))
    .map((tally, index) => ({ rank: index + 1, ...tally }));
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
