/** Plays many leagues, one for each seed, and shrinks the plans of those that break an invariant. */
import { protocol } from "@league-v2/contract";
import { type AgentFactories, sdkFactories } from "./launch.ts";
import { agentsIn, agentsOf, type Fault, type Plan } from "./plan/plan.ts";
import { type FaultKind, faultKinds, type PlanOptions, planFromSeed } from "./plan/plan-from-seed.ts";
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

export interface ShrinkOptions {
  /** Whether this plan still breaks the same invariant. */
  readonly fails: (plan: Plan) => Promise<boolean>;
  /** The largest number of leagues that are played. */
  readonly attempts: number;
}

/** Delta debugging on the faults of a plan, then on its agents. @returns the smallest plan found. With enough attempts, all of its faults are necessary. */
export async function shrink(plan: Plan, { fails, attempts }: ShrinkOptions): Promise<Plan> {
  let left = attempts;
  let best = plan;
  const improves = async (candidate: Plan): Promise<boolean> => {
    if (left <= 0) return false;
    left -= 1;
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (;;) {
    const before = best;
    await withFewerFaults(() => best, improves);
    for (const simpler of simplifications) {
      for (let next = simpler(best); next !== null; next = simpler(best)) if (!(await improves(next))) break;
    }
    if (best === before) return best;
  }
}

/** Removes smaller and smaller parts of the faults, down to single ones. */
async function withFewerFaults(
  best: () => Plan,
  improves: (candidate: Plan) => Promise<boolean>,
): Promise<void> {
  for (let size = best().faults.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best().faults.length; ) {
      const { faults } = best();
      const rest = faults.filter((_, index) => index < from || index >= from + size);
      if (!(await improves({ ...best(), faults: rest }))) from += size;
    }
  }
}

/** Each makes one step, or returns null if there is none. */
const simplifications: readonly ((plan: Plan) => Plan | null)[] = [
  (plan) => (plan.managers > 1 ? withoutUnknownAgents({ ...plan, managers: plan.managers - 1 }) : null),
  (plan) =>
    plan.players > protocol.league.minimumPlayers
      ? withoutUnknownAgents({ ...plan, players: plan.players - 1 })
      : null,
  (plan) =>
    plan.referees > protocol.league.minimumReferees
      ? withoutUnknownAgents({ ...plan, referees: plan.referees - 1 })
      : null,
  (plan) => (plan.capacity > 1 ? { ...plan, capacity: plan.capacity - 1 } : null),
  (plan) => (plan.latencyMs > 0 ? { ...plan, latencyMs: Math.floor(plan.latencyMs / 2) } : null),
];

/** Without the faults of agents that are not in the league any more; a partition is kept with those that are. */
function withoutUnknownAgents(plan: Plan): Plan {
  const names = new Set(agentsOf(plan));
  const isKept = (fault: Fault) =>
    fault.kind === "partition" || agentsIn(fault).every((name) => names.has(name));
  return { ...plan, faults: plan.faults.filter(isKept) };
}
