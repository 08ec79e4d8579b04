/** Plays many leagues, one for each seed, and shrinks the plans of those that break an invariant. */
import fc from "fast-check";
import { type AgentFactories, sdkFactories } from "./launch.ts";
import {
  drawing,
  type FaultKind,
  faultKinds,
  type PlanOptions,
  planFromSeed,
  plansOf,
} from "./plan-from-seed.ts";
import { type SimulationRun, simulate } from "./simulate.ts";

export interface CampaignOptions extends PlanOptions {
  readonly firstSeed: number;
  readonly seeds: number;
  readonly factories?: AgentFactories;
  /** The campaign ends after this many broken leagues. */
  readonly maxFindings: number;
  /** Called after each league. */
  readonly onLeague?: (done: number) => void;
}

export interface CampaignReport {
  readonly leagues: number;
  readonly matches: number;
  readonly messages: number;
  readonly storeAccesses: number;
  /** How many faults the plans had, by kind. */
  readonly faults: Readonly<Record<FaultKind, number>>;
  /** How many incarnations of agents ended before their league did. */
  readonly deaths: number;
  readonly simulatedMs: number;
  /** Broken leagues, each with the smallest plan that breaks the same invariant. */
  readonly findings: readonly SimulationRun[];
}

export async function campaign(options: CampaignOptions): Promise<CampaignReport> {
  const { firstSeed, seeds, maxFindings, factories = sdkFactories, onLeague } = options;
  const faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const totals = { leagues: 0, matches: 0, messages: 0, storeAccesses: 0, deaths: 0, simulatedMs: 0 };
  const findings: SimulationRun[] = [];
  for (let index = 0; index < seeds && findings.length < maxFindings; index++) {
    const run = await simulate(planFromSeed(firstSeed + index, options), factories);
    totals.leagues += 1;
    totals.matches += (run.plan.players * (run.plan.players - 1)) / 2;
    totals.simulatedMs += run.simulatedMs;
    for (const { kind } of run.plan.faults) faults[kind] += 1;
    for (const { type } of run.events) {
      if (type === "sent") totals.messages += 1;
      if (type === "stored") totals.storeAccesses += 1;
      if (type === "ended") totals.deaths += 1;
    }
    if (run.finding !== null) findings.push(await smallestOf(run, options, factories));
    onLeague?.(totals.leagues);
  }
  return { ...totals, faults, findings };
}

/** The same finding with the smallest plan that fast-check finds. */
async function smallestOf(
  { plan: { seed }, finding }: SimulationRun,
  options: PlanOptions,
  factories: AgentFactories,
): Promise<SimulationRun> {
  const broken: SimulationRun[] = [];
  const holds = fc.asyncProperty(plansOf(seed, options), async (plan) => {
    const run = await simulate(plan, factories);
    if (run.finding?.invariant !== finding?.invariant) return true;
    broken.push(run);
    return false;
  });
  await fc.check(holds, drawing(seed));
  const smallest = broken.at(-1);
  if (smallest === undefined) throw new Error(`the league of seed ${seed} is not the same again`);
  return smallest;
}
