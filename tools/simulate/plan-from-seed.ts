/** The plan that follows from a seed: a league and its faults, drawn by fast-check, which can also shrink them. */
import fc from "fast-check";
import {
  type AgentName,
  agentsIn,
  agentsOf,
  type Fault,
  isManager,
  managerName,
  managersOf,
  type Plan,
  playersOf,
  refereesOf,
} from "./plan.ts";

export interface PlanOptions {
  /** The largest number of players; a plan has at least 2. */
  readonly players: number;
  readonly kinds: ReadonlySet<FaultKind>;
}

export type FaultKind = Fault["kind"];

export function planFromSeed(seed: number, options: PlanOptions): Plan {
  const [plan] = fc.sample(plansOf(seed, options), drawing(seed));
  if (plan === undefined) throw new Error("nothing is drawn");
  return plan;
}

/** How fast-check draws the plan of a seed. */
export const drawing = (seed: number) => ({ seed, numRuns: 1, unbiased: true });

export function plansOf(seed: number, { players, kinds }: PlanOptions): fc.Arbitrary<Plan> {
  const league = {
    seed: fc.constant(seed),
    managers: fc.constantFrom(1, 1, 2, 3),
    players: fc.integer({ min: 2, max: players }),
    referees: fc.integer({ min: 1, max: 3 }),
    capacity: fc.integer({ min: 1, max: 3 }),
    latencyMs: fc.constantFrom(0, 5, 20, 100, 600),
  };
  const faults = fc.array(anyFault(players), { maxLength: 60, size: "max" });
  return fc.record({ ...league, faults }).map((plan) => {
    const names = new Set(agentsOf(plan));
    const isPossible = (fault: Fault) =>
      agentsIn(fault).every((name) => names.has(name)) &&
      // Managers with one store must agree on the time, because leases contain times.
      !(fault.kind === "skew" && isManager(fault.agent) && plan.managers > 1);
    const all = plan.faults.flat().map((fault) => limitedTo(names, fault));
    // The kinds are left out at the end, so that the faults of the other kinds do not change.
    return { ...plan, faults: all.filter((fault) => isPossible(fault) && kinds.has(fault.kind)) };
  });
}

/** A partition of a large league is also one of a smaller league. */
function limitedTo(names: ReadonlySet<AgentName>, fault: Fault): Fault {
  if (fault.kind !== "partition") return fault;
  return { ...fault, agents: fault.agents.filter((name) => names.has(name)) };
}

/** One fault, or two that belong together. */
function anyFault(players: number): fc.Arbitrary<readonly Fault[]> {
  const makers = makersFor(players);
  const alone = ([kind, weight]: (typeof weights)[number]) => {
    const arbitrary: fc.Arbitrary<Fault> = makers[kind];
    return { weight, arbitrary: arbitrary.map((fault) => [fault]) };
  };
  const onOneMachine = makers["store-crash"].map((crash): Fault[] => {
    const { operation, when } = crash;
    return [crash, { kind: "power-cut", operation, when }];
  });
  return fc.oneof(...weights.map(alone), { weight: 1, arbitrary: onOneMachine });
}

/** How often each kind is drawn. */
const weights = [
  ["message", 20],
  ["partition", 1],
  ["crash", 2],
  ["traffic-crash", 2],
  ["store-crash", 1],
  ["power-cut", 1],
  ["slow-disk", 1],
  ["skew", 1],
] as const;

export const faultKinds: readonly FaultKind[] = weights.map(([kind]) => kind);

type Makers = { readonly [Kind in FaultKind]: fc.Arbitrary<Extract<Fault, { kind: Kind }>> };

/** Faults of a league with at most so many players; some name agents that a smaller league does not have. */
function makersFor(players: number): Makers {
  const names = agentsOf({ managers: 3, referees: 3, players });
  const agent = fc.constantFrom(...names);
  const agents = fc.subarray(names);
  return {
    message: fc
      .record({
        route: routes(players),
        nth: upTo(4, 12, 40),
        effect: fc.constantFrom("refused", "lost", "reply-lost", "slow", "slow-reply", "twice"),
        ms: fc.constantFrom(10, 300, 3000, 12_000, 40_000),
      })
      .map(({ route: [from, to], ...rest }) => ({ kind: "message", from, to, ...rest })),
    partition: fc.record({ kind: fc.constant("partition"), agents, atMs: time, forMs: span }),
    crash: fc.record({ kind: fc.constant("crash"), agent, atMs: time, downMs: span }),
    "traffic-crash": fc.record({
      kind: fc.constant("traffic-crash"),
      agent,
      on: fc.constantFrom("sent", "delivered", "answered", "received"),
      nth: upTo(5, 20, 60),
      downMs: span,
    }),
    "store-crash": fc.record({
      kind: fc.constant("store-crash"),
      operation,
      when: fc.constantFrom("before", "after"),
      downMs: span,
    }),
    "power-cut": fc.record({
      kind: fc.constant("power-cut"),
      operation,
      when: fc.constant("after"),
      lost: fc.constantFrom(1, 5, 1000),
    }),
    "slow-disk": fc.record({
      kind: fc.constant("slow-disk"),
      atMs: time,
      forMs: span,
      ms: fc.constantFrom(4, 100, 2000, 8000),
    }),
    skew: fc.record({
      kind: fc.constant("skew"),
      agent,
      offsetMs: fc.constantFrom(-5000, 5000, -3_600_000, 86_400_000),
      rate: fc.constantFrom(1, 0.99, 1.01, 0.9, 1.1),
    }),
  };
}

/** Two agents that send each other requests: players, for example, send none to each other. */
function routes(players: number): fc.Arbitrary<readonly [AgentName, AgentName]> {
  const [managers, referees, others] = [
    managersOf({ managers: 3 }),
    refereesOf({ referees: 3 }),
    playersOf({ players }),
  ];
  const members = fc.constantFrom(...referees, ...others);
  return fc.oneof(
    fc.tuple(fc.constantFrom(...managers), members),
    fc.tuple(members, fc.constant(managerName)),
    fc.tuple(fc.constantFrom(...referees), fc.constantFrom(...others)),
  );
}

/** The accesses of leagues of some sizes to the store. */
const operation = upTo(80, 320, 720);

/** A time that is mostly within the length of a league without faults, and sometimes much later. */
const time = upTo(3000, 10_000, 60_000, 300_000);

const span = upTo(50, 1000, 8000, 30_000, 120_000);

function upTo(...limits: readonly number[]): fc.Arbitrary<number> {
  return fc.oneof(...limits.map((max) => fc.integer({ min: 1, max })));
}
