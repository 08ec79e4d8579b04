import { join } from "node:path";
import { methods } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { expectValidLeague, playSmall, smallPlan } from "../league/league.fixture.js";
import { openLeague } from "../store/open-league.js";
import { playInMemory } from "./play-in-memory.js";
import { playOverHttp } from "./play-over-http.js";

describe("a league in memory", () => {
  it.each([2, 3, 9])("of %d players is sound", async (players) => {
    const report = await playSmall({ players });
    expectValidLeague(report);
    expect(report.total_matches).toBe((players * (players - 1)) / 2);
  });

  it("is byte for byte the same for the same seed, and another one for another seed", async () => {
    const [first, again, other] = [
      await playSmall({ seed: 7 }),
      await playSmall({ seed: 7 }),
      await playSmall({ seed: 8 }),
    ];
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(other.rounds).not.toEqual(first.rounds);
  });

  it("does not depend on the number of referees, except for the referee of each match", async () => {
    const facts = async (referees: number) => {
      const { rounds, standings } = await playSmall({ players: 6, referees });
      return {
        rounds: rounds.map(({ matches }) => matches.map(({ referee_id, ...match }) => match)),
        standings,
      };
    };
    expect(await facts(5)).toEqual(await facts(1));
  });

  it("takes no real time when no player answers, and all matches are technical losses", async () => {
    const report = await playSmall({ players: 3, strategies: ["timeout", "random", "random"] });
    expectValidLeague(report);
    const lost = report.rounds
      .flatMap(({ matches }) => matches)
      .filter(({ status }) => status === "TECHNICAL_LOSS");
    expect(lost.map(({ players, winner }) => [players.includes("P01"), winner === "P01"])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(report.standings.at(-1)).toMatchObject({ player_id: "P01", losses: 2, points: 0 });
  });

  it("ends when it is aborted", async () => {
    const stop = new AbortController();
    const signal = () => setImmediate(() => stop.abort(new Error("enough")));
    const listeners = [(event: { type: string }) => void (event.type === "league_started" && signal())];
    const plan = smallPlan({ players: 16 });
    await expect(playInMemory(plan, { listeners, signal: stop.signal })).rejects.toThrow("enough");
  });
});

describe("a league over HTTP", () => {
  it("is the same as in memory for the same seed", async () => {
    const plan = smallPlan({ players: 5, seed: 11 });
    const report = await playOverHttp(plan);
    expectValidLeague(report);
    expect(report).toEqual(await playInMemory(plan));
  });

  it("is sound without a seed", async () => {
    const report = await playOverHttp(smallPlan({ seed: null }));
    expectValidLeague(report);
    expect(report.seed).toBeNull();
  });

  it("ends when it is aborted, and does not wait for a player that never answers", async () => {
    const stop = new AbortController();
    const listeners = [
      (event: { type: string }) => void (event.type === "match_started" && stop.abort(new Error("enough"))),
    ];
    const plan = smallPlan({ strategies: ["timeout"] });
    const begun = performance.now();
    await expect(playOverHttp(plan, { listeners, signal: stop.signal })).rejects.toThrow("enough");
    expect(performance.now() - begun).toBeLessThan(methods.choose_parity.deadlineMs);
  });
});

it("a league in a SQLite file is the same as in memory", async () => {
  const plan = smallPlan({ seed: 3 });
  const file = join(newFolder(), "league.sqlite");
  const options = { leagueId: plan.league_id, newLeagueId: () => "another" };
  const { store } = await openLeague({ kind: "sqlite", file }, options);
  expect(await playOverHttp(plan, { managers: [{ store }] })).toEqual(await playInMemory(plan));
});
