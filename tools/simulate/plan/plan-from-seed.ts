/** The plan that follows from a seed: a league and its faults. */
import { type Random, seededRandom } from "@league-v2/sdk";
import {
  type AgentName,
  agentsOf,
  type Fault,
  isManager,
  managerName,
  type Plan,
  type PlayerBehaviour,
  playerBehaviours,
  playersOf,
  refereesOf,
} from "./plan.ts";
import { between, oneOf } from "./seeded-roll.ts";

export interface PlanOptions {
  /** The largest number of players; a plan has at least 2. */
  readonly players: number;
  readonly kinds: ReadonlySet<FaultKind>;
}

export function planFromSeed(seed: number, { players, kinds }: PlanOptions): Plan {
  const random = seededRandom(`plan/${seed}`);
  const league: Omit<Plan, "faults"> = {
    seed,
    managers: oneOf([1, 1, 2, 3], random),
    players: between(2, players, random),
    referees: between(1, 3, random),
    capacity: between(1, 3, random),
    latencyMs: oneOf([0, 5, 20, 100, 600], random),
  };
  const faults = faultKinds.flatMap((kind) => {
    const drawn = makers[kind]({ ...league, faults: [] }, random);
    return kinds.has(kind) ? drawn : [];
  });
  return { ...league, faults };
}

export type FaultKind = Fault["kind"];

/** Each kind always draws its random numbers, even if it is left out, so that the faults of the other kinds do not change. */
const makers: Readonly<Record<FaultKind, (plan: Plan, random: Random) => readonly Fault[]>> = {
  message: (plan, random) =>
    faultsFor(random, [0, 2, 6, 15, 40], () => {
      const from = oneOf(agentsOf(plan), random);
      const to = oneOf(isManager(from) ? membersOf(plan) : partnersOf(from, plan), random);
      const effect = oneOf(["refused", "lost", "reply-lost", "slow", "slow-reply", "twice"] as const, random);
      const nth = 1 + random.below(oneOf([4, 12, 40], random));
      return { kind: "message", from, to, nth, effect, ms: oneOf([10, 300, 3000, 12_000, 40_000], random) };
    }),
  partition: (plan, random) =>
    faultsFor(random, [0, 0, 0, 1, 2], () => {
      const agents = agentsOf(plan).filter(() => random.below(2) === 0);
      return { kind: "partition", agents, atMs: timeOf(plan, random), forMs: span(random) };
    }),
  crash: (plan, random) =>
    faultsFor(random, [0, 0, 1, 2, 4], () => {
      const agent = oneOf(agentsOf(plan), random);
      return { kind: "crash", agent, atMs: timeOf(plan, random), downMs: span(random) };
    }),
  "traffic-crash": (plan, random) =>
    faultsFor(random, [0, 0, 1, 2, 4], () => {
      const agent = oneOf(agentsOf(plan), random);
      const on = oneOf(["sent", "delivered", "answered", "received"] as const, random);
      const nth = 1 + random.below(oneOf([5, 20, 60], random));
      return { kind: "traffic-crash", agent, on, nth, downMs: span(random) };
    }),
  "store-crash": (plan, random) =>
    faultsFor(random, [0, 0, 1, 2], () => {
      const operation = 1 + random.below(20 * plan.players * plan.players);
      const when = oneOf(["before", "after"] as const, random);
      const crash = { kind: "store-crash", operation, when, downMs: span(random) } as const;
      return random.below(3) === 0 ? [crash, { kind: "power-cut", operation, when }] : crash;
    }),
  "slow-disk": (plan, random) =>
    faultsFor(random, [0, 0, 0, 1], () => {
      const [atMs, forMs] = [timeOf(plan, random), span(random)];
      return { kind: "slow-disk", atMs, forMs, ms: oneOf([4, 100, 2000, 8000], random) };
    }),
  skew: (plan, random) =>
    faultsFor(random, [0, 0, 1, 2], () => {
      // Managers with one store must agree on the time, because leases contain times.
      const agent = oneOf(plan.managers === 1 ? agentsOf(plan) : membersOf(plan), random);
      const offsetMs = oneOf([-3_600_000, -5000, 5000, 86_400_000], random);
      return { kind: "skew", agent, offsetMs, rate: oneOf([0.9, 0.99, 1, 1.01, 1.1], random) };
    }),
  behaviour: (plan, random) =>
    faultsFor(random, [0, 0, 1, 2], () => {
      const behaviour: PlayerBehaviour = oneOf(playerBehaviours, random);
      return {
        kind: "behaviour",
        agent: oneOf(playersOf(plan), random),
        behaviour,
        percent: oneOf([20, 60, 100], random),
      };
    }),
  "power-cut": (plan, random) =>
    faultsFor(random, [0, 0, 1, 2], () => {
      const operation = 1 + random.below(20 * plan.players * plan.players);
      return { kind: "power-cut", operation, when: "after", lost: oneOf([1, 5, 1000], random) };
    }),
};

export const faultKinds = Object.keys(makers) as readonly FaultKind[];

function faultsFor(random: Random, counts: readonly number[], make: () => Fault | readonly Fault[]): Fault[] {
  return Array.from({ length: oneOf(counts, random) }, make).flat();
}

function membersOf(plan: Plan): AgentName[] {
  return [...refereesOf(plan), ...playersOf(plan)];
}

/** The receivers of an agent's messages: players, for example, send none to each other. */
function partnersOf(from: AgentName, plan: Plan): AgentName[] {
  return from.startsWith("referee") ? [managerName, ...playersOf(plan)] : [managerName];
}

/** A time that is mostly within the length of a league without faults, and sometimes much later. */
function timeOf(plan: Plan, random: Random): number {
  const usualMs = (1 + plan.players) * (500 + 20 * plan.latencyMs);
  return random.below(oneOf([usualMs, usualMs, usualMs, 60_000, 300_000], random));
}

function span(random: Random): number {
  return between(1, oneOf([50, 1000, 8000, 30_000, 90_000], random), random);
}
