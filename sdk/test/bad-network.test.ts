/** Leagues over networks that lose, delay, repeat and refuse messages: they end, and the standings are the sums of the results. */
import { describe, expect, it } from "vitest";
import type { LeagueEvent } from "../src/manager/events.js";
import type { RecordedResult } from "../src/manager/store.js";
import type { FaultHook } from "../src/memory/index.js";
import { fraction } from "../src/platform/random.js";
import { seededRandom } from "../src/platform/seeded-random.js";
import { createPlayer } from "../src/player/create-player.js";
import type { PlayedMatch } from "../src/player/history.js";
import { playLeague } from "../src/testing/play-league.js";

/** A network that damages about one message in six. */
function badNetwork(seed: number): FaultHook {
  const random = seededRandom(`network ${seed}`);
  return () => {
    const chance = fraction(random);
    const delayMs = random.below(4_000);
    if (chance < 0.03) return { drop: "request" };
    if (chance < 0.06) return { drop: "reply" };
    if (chance < 0.09) return { duplicate: true };
    if (chance < 0.12) return { delayMs, replyDelayMs: delayMs };
    return chance < 0.16 ? { refuse: true } : undefined;
  };
}

async function league(size: number, seed: number, fault?: FaultHook) {
  const results: RecordedResult[] = [];
  const histories = new Map<string, PlayedMatch[]>();
  const players = Array.from({ length: size }, (_, index) => {
    const matches: PlayedMatch[] = [];
    const displayName = `Player ${index + 1}`;
    histories.set(displayName, matches);
    return createPlayer({
      displayName,
      choose: ({ random }) => (random.below(2) === 0 ? "even" : "odd"),
      onMatch: (match) => void matches.push(match),
    });
  });
  const onEvent = (event: LeagueEvent) => {
    if (event.type === "result_recorded") results.push(event.result);
  };
  const platform = fault ? { seed, fault } : { seed };
  const end = await playLeague({ players, referees: 3, manager: { onEvent }, ...platform });
  return { end, results, histories };
}

describe.each(Array.from({ length: 12 }, (_, index) => index + 1))("over the bad network %i", (seed) => {
  it("a league ends, each match counts once, and the standings are the sums of the results", async () => {
    const { end, results } = await league(6, seed, badNetwork(seed));
    expect(end).toMatchObject({ total_rounds: 5, total_matches: 15 });
    expect(new Set(results.map(({ match_id }) => match_id)).size).toBe(15);
    expect(results).toHaveLength(15);
    for (const row of end.standings) {
      const own = results.filter(({ score }) => row.player_id in score);
      expect(row.points).toBe(own.reduce((sum, { score }) => sum + (score[row.player_id] ?? 0), 0));
      expect([row.played, row.wins + row.draws + row.losses]).toEqual([5, 5]);
    }
  });

  it("a player's history contains only played matches", async () => {
    const { end, results, histories } = await league(4, seed, badNetwork(seed));
    for (const { player_id, display_name } of end.standings) {
      const matches = histories.get(display_name) ?? [];
      expect(new Set(matches.map(({ match_id }) => match_id)).size).toBe(matches.length);
      for (const { match_id, my_choice, points, drawn_number } of matches) {
        const result = results.find((one) => one.match_id === match_id);
        // A match with two referees has two results, of which the league counts one.
        if (result?.drawn_number !== drawn_number) continue;
        expect(points).toBe(result.score[player_id]);
        expect(my_choice).toBe(result.choices[player_id]);
      }
    }
  });
});

it("over a good network every player's history has the league's results", async () => {
  const { end, histories } = await league(7, 1);
  for (const { display_name, points, played } of end.standings) {
    const matches = histories.get(display_name) ?? [];
    expect(matches).toHaveLength(played);
    expect(matches.reduce((sum, match) => sum + match.points, 0)).toBe(points);
  }
});
