import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { count, emptyTally, rank, type Tally } from "./standings.js";

const score = (winner: string | null, a: number, b: number) => ({
  winner,
  points: new Map([
    ["P01", a],
    ["P02", b],
  ]),
});

describe("count", () => {
  it.each([
    ["a win", score("P01", 3, 0), { wins: 1, draws: 0, losses: 0, points: 3 }],
    ["a loss", score("P02", 0, 3), { wins: 0, draws: 0, losses: 1, points: 0 }],
    ["a draw", score(null, 1, 1), { wins: 0, draws: 1, losses: 0, points: 1 }],
    ["a win of neither", score(null, 0, 0), { wins: 0, draws: 0, losses: 1, points: 0 }],
  ])("adds %s", (_what, result, expected) => {
    expect(count(emptyTally("P01", "A"), result)).toEqual({
      player_id: "P01",
      display_name: "A",
      played: 1,
      ...expected,
    });
  });
});

describe("rank", () => {
  const tally = fc.record({ wins: fc.nat(3), draws: fc.nat(3), losses: fc.nat(3) });

  it("orders by points, then wins, then id, with ranks without gaps, and changes nothing else", () => {
    fc.assert(
      fc.property(fc.array(tally, { maxLength: 120 }), (records) => {
        const tallies: Tally[] = records.map(({ wins, draws, losses }, index) => ({
          player_id: `P${String(index + 1).padStart(2, "0")}`,
          display_name: `Player ${index}`,
          played: wins + draws + losses,
          wins,
          draws,
          losses,
          points: 3 * wins + draws,
        }));
        const table = rank(tallies);
        expect(table.map((row) => row.rank)).toEqual(tallies.map((_, index) => index + 1));
        expect(table.map(({ rank: _, ...row }) => row).toSorted(byId)).toEqual(tallies.toSorted(byId));
        for (const [index, row] of table.entries()) {
          const next = table[index + 1];
          if (next === undefined) continue;
          const keys = [
            row.points - next.points,
            row.wins - next.wins,
            row.player_id < next.player_id ? 1 : -1,
          ];
          expect(keys.find((difference) => difference !== 0)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

function byId(one: Tally, other: Tally): number {
  return one.player_id < other.player_id ? -1 : 1;
}
