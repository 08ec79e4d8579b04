import { describe, expect, it } from "vitest";
import { createPlayer } from "../player/create-player.js";
import { playLeague } from "./play-league.js";

const random = (name: string) =>
  createPlayer({ displayName: name, choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd") });

describe("a league in memory", () => {
  it("plays a round robin of four players until it has a champion", async () => {
    const end = await playLeague({ players: ["A", "B", "C", "D"].map(random), seed: 7 });
    expect(end.total_rounds).toBe(3);
    expect(end.total_matches).toBe(6);
    expect(end.standings.map((row) => row.played)).toEqual([3, 3, 3, 3]);
    for (const row of end.standings) expect(row.points).toBe(3 * row.wins + row.draws);
  });

  it("has the same results for the same seed, and others for another seed", async () => {
    const play = async (seed: number) =>
      JSON.stringify(await playLeague({ players: ["A", "B", "C", "D", "E", "F"].map(random), seed }));
    const [first, again, other] = [await play(1), await play(1), await play(2)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it("rejects if an agent is not admitted", async () => {
    const twins = ["A", "A"].map(random);
    await expect(playLeague({ players: twins })).rejects.toMatchObject({ reason: "Duplicate name" });
  });
});
