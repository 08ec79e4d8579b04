import { describe, expect, it } from "vitest";
import { type Place, placeOf, rankSummary } from "./rank-statistics.js";

const times = (count: number, ...ranks: readonly number[]): Place[] =>
  Array.from({ length: count }, () => ranks.map((rank) => ({ first: rank, last: rank }))).flat();

describe("the places in many leagues", () => {
  it('have the verdict "no different" if they are spread evenly', () => {
    const summary = rankSummary(times(250, 1, 2, 3, 4), 4);
    expect(summary).toMatchObject({ leagues: 1000, byLuck: 2.5, verdict: "no different" });
    expect(summary.shares).toEqual([0.25, 0.25, 0.25, 0.25]);
    // Standard deviation 1.1186 of 1,000 ranks: 1.96 × 1.1186 / √1000.
    expect(summary.mean.value).toBe(2.5);
    expect(summary.mean.high - summary.mean.value).toBeCloseTo(0.0693, 4);
    // Wilson's interval of 250 in 1,000, from a table.
    expect(summary.first.low).toBeCloseTo(0.2242, 4);
    expect(summary.first.high).toBeCloseTo(0.2778, 4);
  });

  it.each([
    ["better", [1, 1, 2, 3]],
    ["worse", [4, 4, 3, 2]],
  ])("identify a strategy that is %s", (verdict, ranks) => {
    expect(rankSummary(times(100, ...ranks), 4).verdict).toBe(verdict);
  });

  it("count in part if they are shared", () => {
    const summary = rankSummary([{ first: 1, last: 2 }], 2);
    expect(summary.shares).toEqual([0.5, 0.5]);
    expect(summary.mean.value).toBe(1.5);
  });

  it("give no verdict after a single league", () => {
    const { verdict, mean } = rankSummary(times(1, 1), 4);
    expect(verdict).toBe("no different");
    expect(mean.high).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("a place in a table", () => {
  const row = (rank: number, player_id: string, points: number, wins: number) => {
    return { rank, player_id, display_name: player_id, played: 3, draws: 0, losses: 0, points, wins };
  };
  const standings = [row(1, "P02", 6, 2), row(2, "P01", 4, 1), row(3, "P03", 4, 1), row(4, "P04", 4, 0)];

  it("is shared by players with the same points and wins", () => {
    expect(placeOf(standings, "P01")).toEqual({ first: 2, last: 3 });
    expect(placeOf(standings, "P03")).toEqual({ first: 2, last: 3 });
    expect(placeOf(standings, "P04")).toEqual({ first: 4, last: 4 });
    expect(placeOf(standings, "P09")).toBeNull();
  });
});
