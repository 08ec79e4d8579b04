/** Leagues for tests: small, fast and deterministic. */
import { type LeaguePlan, playInMemory } from "../play/index.js";
import { type StrategyName, strategies } from "../strategies/index.js";
import type { LeagueListener } from "./follow.js";
import type { LeagueReport } from "./report.js";

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
