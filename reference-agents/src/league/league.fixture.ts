/** Leagues for tests: small, fast and deterministic; and the properties of every finished one (contract 7). */

import { expect } from "vitest";
import type { LeaguePlan } from "../play/agents.js";
import { playInMemory } from "../play/play-in-memory.js";
import type { StrategyName } from "../strategies/names.js";
import { strategies } from "../strategies/strategies.js";
import type { LeagueListener } from "./follow.js";
import type { LeagueReport } from "./league-projection.js";

export interface SmallPlan extends Partial<Omit<LeaguePlan, "strategies">> {
  readonly strategies?: readonly StrategyName[];
}

export function smallPlan({
  strategies: names = ["random", "frequency", "pattern"],
  ...rest
}: SmallPlan = {}): LeaguePlan {
  const named = names.map((name) => ({ name, ...strategies[name] }));
  return { league_id: "league_1", players: 4, referees: 2, seed: 1, strategies: named, ...rest };
}

export function playSmall(plan: SmallPlan = {}, ...listeners: LeagueListener[]): Promise<LeagueReport> {
  return playInMemory(smallPlan(plan), { listeners });
}

export function expectValidLeague(report: LeagueReport): void {
  const { rounds, standings, champion } = report;
  const players = standings.map(({ player_id }) => player_id).sort();
  const matches = rounds.flatMap((round) => round.matches);
  expect([report.total_rounds, report.total_matches]).toEqual([rounds.length, matches.length]);

  const pairs = matches.map((match) => [...match.players].sort().join());
  const everyPair = players.flatMap((one, index) =>
    players.slice(index + 1).map((other) => [one, other].join()),
  );
  expect(pairs.sort()).toEqual(everyPair.sort());
  for (const round of rounds) {
    const playing = round.matches.flatMap((match) => match.players);
    expect(new Set(playing).size).toBe(playing.length);
  }

  for (const { players: pair, status, winner, drawn_number, choices } of matches) {
    expect(Object.keys(choices).sort()).toEqual([...pair].sort());
    if (status === "TECHNICAL_LOSS") continue;
    const parity = (drawn_number ?? Number.NaN) % 2 === 0 ? "even" : "odd";
    const right = pair.filter((id) => choices[id] === parity);
    if (drawn_number !== null) expect(winner).toBe(right.length === 1 ? right[0] : null);
    expect(status).toBe(winner === null ? "DRAW" : "WIN");
  }

  for (const row of standings) {
    expect(row.points).toBe(3 * row.wins + row.draws);
    expect(row.played).toBe(row.wins + row.draws + row.losses);
    expect(row.played).toBe(players.length - 1);
    expect(row.wins).toBe(matches.filter(({ winner }) => winner === row.player_id).length);
  }
  const ranked = [...standings].sort(
    (a, b) => b.points - a.points || b.wins - a.wins || (a.player_id < b.player_id ? -1 : 1),
  );
  expect(standings).toEqual(ranked);
  expect(standings.map(({ rank }) => rank)).toEqual(standings.map((_, index) => index + 1));
  expect(champion).toMatchObject({ player_id: standings[0]?.player_id, points: standings[0]?.points });
}
