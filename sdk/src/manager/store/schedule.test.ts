import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundRobin } from "./schedule.js";

const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(2, "0")}`);

const evenOdd = (referees: string[]) => ({ type: "even_odd", referees });

describe("roundRobin", () => {
  it("equals the example of IS 2.2.4 for four players and two referees", () => {
    const rounds = roundRobin(ids("P", 4), [evenOdd(ids("REF", 2))]);
    const text = rounds.map((round) =>
      round.matches
        .map((m) => `${m.match_id} (${m.player_A_id} vs ${m.player_B_id}, ${m.referee_id})`)
        .join(", "),
    );
    expect(text).toEqual([
      "R1M1 (P01 vs P02, REF01), R1M2 (P03 vs P04, REF02)",
      "R2M1 (P03 vs P01, REF01), R2M2 (P04 vs P02, REF02)",
      "R3M1 (P04 vs P01, REF01), R3M2 (P03 vs P02, REF02)",
    ]);
  });

  it("has every pair once, each player at most once a round, and evenly distributed matches", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 1, max: 6 }), (players, referees) => {
        const rounds = roundRobin(ids("P", players), [evenOdd(ids("REF", referees))]);
        const matches = rounds.flatMap((round) => round.matches);
        const pairs = new Set(matches.map((m) => [m.player_A_id, m.player_B_id].sort().join("-")));
        expect(matches).toHaveLength((players * (players - 1)) / 2);
        expect(pairs.size).toBe(matches.length);
        expect(new Set(matches.map((m) => m.match_id)).size).toBe(matches.length);
        for (const round of rounds) {
          const playing = round.matches.flatMap((m) => [m.player_A_id, m.player_B_id]);
          expect(new Set(playing).size).toBe(playing.length);
        }
        const loads = ids("REF", referees).map((id) => matches.filter((m) => m.referee_id === id).length);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("gives every match to a referee of its game, and every player all games in turn", () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 20 }), fc.integer({ min: 1, max: 3 }), (players, count) => {
        const games = ids("game", count).map((type) => ({ type, referees: ids(`${type}-REF`, 2) }));
        const matches = roundRobin(ids("P", players), games).flatMap((round) => round.matches);
        for (const { game_type, referee_id } of matches)
          expect(referee_id.startsWith(`${game_type}-`)).toBe(true);
        for (const id of ids("P", players)) {
          const own = matches.filter((m) => m.player_A_id === id || m.player_B_id === id);
          const played = games.map(({ type }) => own.filter((m) => m.game_type === type).length);
          expect(Math.max(...played) - Math.min(...played)).toBeLessThanOrEqual(players % 2 === 0 ? 1 : 2);
        }
      }),
    );
  });
});
