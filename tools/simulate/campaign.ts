/** Plays many leagues, one for each seed, and shrinks the plans of those that break an invariant. */
import { type AgentFactories, sdkFactories } from "./launch.ts";
import { type FaultKind, faultKinds, type PlanOptions, planFromSeed } from "./plan-from-seed.ts";
import { shrink } from "./shrink.ts";
import { type Finding, type SimulationRun, simulate } from "./simulate.ts";

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
  readonly findings: readonly Found[];
}

interface Found {
  readonly seed: number;
  readonly finding: Finding;
  /** The same finding with the smallest plan. */
  readonly smallest: SimulationRun;
}

/** How many leagues are played to shrink one plan. */
const shrinkingAttempts = 400;

export async function campaign(options: CampaignOptions): Promise<CampaignReport> {
  const { firstSeed, seeds, maxFindings, factories = sdkFactories, onLeague } = options;
  const faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  const totals = { leagues: 0, matches: 0, messages: 0, storeAccesses: 0, deaths: 0, simulatedMs: 0 };
  const findings: Found[] = [];
  for (let index = 0; index < seeds && findings.length < maxFindings; index++) {
    const seed = firstSeed + index;
    const run = await simulate(planFromSeed(seed, options), factories);
    totals.leagues += 1;
    totals.matches += (run.plan.players * (run.plan.players - 1)) / 2;
    totals.simulatedMs += run.simulatedMs;
    for (const { kind } of run.plan.faults) faults[kind] += 1;
    for (const { type } of run.events) {
      if (type === "sent") totals.messages += 1;
      if (type === "stored") totals.storeAccesses += 1;
      if (type === "ended") totals.deaths += 1;
    }
    if (run.finding !== null)
      findings.push({ seed, finding: run.finding, smallest: await smallestOf(run, factories) });
    onLeague?.(totals.leagues);
  }
  return { ...totals, faults, findings };
}

/** The run again with the smallest plan that breaks the same invariant. */
export async function smallestOf(
  { plan, finding }: SimulationRun,
  factories: AgentFactories = sdkFactories,
): Promise<SimulationRun> {
  const fails = async (candidate: typeof plan) =>
    (await simulate(candidate, factories)).finding?.invariant === finding?.invariant;
  return simulate(await shrink(plan, { fails, attempts: shrinkingAttempts }), factories);
}
