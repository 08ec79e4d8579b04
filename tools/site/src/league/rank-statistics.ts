/** Luck or skill: statistics of a strategy's places in many leagues. */
import type { Rank } from "@league-v2/sdk/store";

/**
 * The place of a player. Players with the same points and wins share their places: their order in the table is by id, which
 * is neither luck nor skill.
 */
export interface Place {
  readonly first: number;
  readonly last: number;
}

/** Null for a player that is not in the table. */
export function placeOf(standings: readonly Rank[], player_id: string): Place | null {
  const own = standings.find((row) => row.player_id === player_id);
  if (own === undefined) return null;
  const alike = standings.filter(({ points, wins }) => points === own.points && wins === own.wins);
  const ranks = alike.map(({ rank }) => rank);
  return { first: Math.min(...ranks), last: Math.max(...ranks) };
}

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface RankSummary {
  readonly leagues: number;
  readonly mean: Interval;
  /** The share of leagues that were won; a shared victory counts in part. */
  readonly first: Interval;
  /** The mean rank of players that are all alike. */
  readonly byLuck: number;
  readonly verdict: "better" | "no different" | "worse";
  /** The share of each place, from the first on; shared places count for each in part. */
  readonly shares: readonly number[];
}

/** 95 % of a normal distribution are within this many standard deviations. */
const deviations = 1.96;

/** Intervals of 95 %. @param places at least one */
export function rankSummary(places: readonly Place[], players: number): RankSummary {
  const hits = Array.from({ length: players }, (_, index) => hitsOf(places, index + 1));
  const mean = meanOf(places.map(({ first, last }) => (first + last) / 2));
  const byLuck = (players + 1) / 2;
  const verdict = mean.high < byLuck ? "better" : mean.low > byLuck ? "worse" : "no different";
  const leagues = places.length;
  const shares = hits.map((count) => count / leagues);
  return { leagues, mean, first: shareOf(hits[0] ?? 0, leagues), byLuck, verdict, shares };
}

function hitsOf(places: readonly Place[], place: number): number {
  const parts = places.map(({ first, last }) =>
    place >= first && place <= last ? 1 / (last - first + 1) : 0,
  );
  return parts.reduce((sum, part) => sum + part, 0);
}

function meanOf(values: readonly number[]): Interval {
  const count = values.length;
  const value = values.reduce((sum, one) => sum + one, 0) / count;
  const squares = values.reduce((sum, one) => sum + (one - value) ** 2, 0);
  const margin = count < 2 ? Number.POSITIVE_INFINITY : deviations * Math.sqrt(squares / (count - 1) / count);
  return { value, low: value - margin, high: value + margin };
}

/** Wilson's interval, which is also valid near 0 and 1. */
function shareOf(hits: number, count: number): Interval {
  const value = hits / count;
  const square = deviations ** 2;
  const centre = (value + square / (2 * count)) / (1 + square / count);
  const margin =
    (deviations / (1 + square / count)) *
    Math.sqrt((value * (1 - value)) / count + square / (4 * count ** 2));
  return { value, low: Math.max(0, centre - margin), high: Math.min(1, centre + margin) };
}
