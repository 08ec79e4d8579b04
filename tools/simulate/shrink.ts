/** Shrinks a plan that breaks an invariant: delta debugging on its faults, then on its agents. */
import { protocol } from "@league-v2/contract";
import { agentsIn, agentsOf, type Fault, type Plan } from "./plan.ts";

export interface ShrinkOptions {
  /** Whether this plan still breaks the same invariant. */
  readonly fails: (plan: Plan) => Promise<boolean>;
  /** The largest number of leagues that are played. */
  readonly attempts: number;
}

/** The smallest plan found. With enough attempts, all of its faults are necessary. */
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
