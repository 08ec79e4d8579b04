/** The plan of one simulated league: plain data, so that it can be printed, shrunk and run again exactly. */

/** `manager`, `manager-2`, `referee-1`, `player-1` and so on: names in the simulation, not the ids that the league assigns. */
export type AgentName = string;

export interface Plan {
  /** Every number drawn, every delay and every choice follows from it. */
  readonly seed: number;
  /** All managers have one store and one address, which forwards each request to a running manager. */
  readonly managers: number;
  readonly players: number;
  readonly referees: number;
  /** How many matches each referee runs at once. */
  readonly capacity: number;
  /** The longest delay of a message without a fault, in milliseconds; each message has a random delay below it. */
  readonly latencyMs: number;
  readonly faults: readonly Fault[];
}

/** Times are milliseconds from the start of the simulation. */
export type Fault =
  | MessageFault
  | PartitionFault
  | CrashFault
  | TrafficCrashFault
  | StoreCrashFault
  | PowerCutFault
  | SlowDiskFault
  | SkewFault
  | BehaviourFault;

/** A fault of the `nth` request (from 1) that one agent sends to another. */
export interface MessageFault {
  readonly kind: "message";
  readonly from: AgentName;
  readonly to: AgentName;
  readonly nth: number;
  readonly effect: MessageEffect;
  /** For `slow`, `slow-reply` and `twice`: how much later. */
  readonly ms?: number;
}

/** `refused`: no connection. `lost` and `reply-lost`: no answer. `twice`: it is delivered again, and that answer is dropped. */
type MessageEffect = "refused" | "lost" | "reply-lost" | "slow" | "slow-reply" | "twice";

/** No message is delivered between these agents and all others for some time. */
export interface PartitionFault {
  readonly kind: "partition";
  readonly agents: readonly AgentName[];
  readonly atMs: number;
  readonly forMs: number;
}

/** The agent's process is killed and started again with its stored data. */
export interface CrashFault {
  readonly kind: "crash";
  readonly agent: AgentName;
  readonly atMs: number;
  readonly downMs: number;
}

/** The agent's process is killed at the `nth` message (from 1) that it sends, receives, has answered, or gets the answer to. */
export interface TrafficCrashFault {
  readonly kind: "traffic-crash";
  readonly agent: AgentName;
  readonly on: "sent" | "delivered" | "answered" | "received";
  readonly nth: number;
  readonly downMs: number;
}

/** The manager's process is killed just before or just after the `operation`th access to the store (from 1). */
export interface StoreCrashFault {
  readonly kind: "store-crash";
  readonly operation: number;
  readonly when: "before" | "after";
  readonly downMs: number;
}

/**
 * The store's machine loses its power just before or just after the `operation`th access (from 1); a manager is killed only if a
 * `store-crash` says so, because it may run on another machine.
 */
export interface PowerCutFault {
  readonly kind: "power-cut";
  readonly operation: number;
  readonly when: "before" | "after";
  /** How many of the latest writes that are not durable are lost. Default: a number that follows from the seed. */
  readonly lost?: number;
}

/** Every access to the store takes `ms` for some time. */
export interface SlowDiskFault {
  readonly kind: "slow-disk";
  readonly atMs: number;
  readonly forMs: number;
  readonly ms: number;
}

/** The agent's clock has an offset and another rate: 1.05 is 5 % fast. */
interface SkewFault {
  readonly kind: "skew";
  readonly agent: AgentName;
  readonly offsetMs: number;
  readonly rate: number;
}

/** A player that breaks the protocol in this share of its answers. */
export interface BehaviourFault {
  readonly kind: "behaviour";
  readonly agent: AgentName;
  readonly behaviour: PlayerBehaviour;
  readonly percent: number;
}

export const playerBehaviours = [
  "silent",
  "late",
  "slow",
  "invalid-choice",
  "declining",
  "wrong-ids",
  "http-errors",
  "garbage",
  "fickle",
  "forging",
  "stopping",
] as const;

/**
 * - `silent`: never answers; `late`: answers after the deadline; `slow`: answers just before the deadline
 * - `invalid-choice`, `declining`, `wrong-ids`, `http-errors`, `garbage`: sends a wrong answer
 * - `fickle`: sends another choice for each repetition of a request
 * - `forging`: sends reports, match results, choice calls and shutdowns in other names with its own token
 * - `stopping`: sends shutdowns in the league manager's name, which has no token to check
 */
export type PlayerBehaviour = (typeof playerBehaviours)[number];

/** The first manager; also the name of the address that all managers share. */
export const managerName: AgentName = "manager";

export function managersOf({ managers }: Pick<Plan, "managers">): AgentName[] {
  return [managerName, ...numbered(managerName, managers).slice(1)];
}

export function isManager(name: AgentName): boolean {
  return name.startsWith(managerName);
}

export function refereesOf({ referees }: Pick<Plan, "referees">): AgentName[] {
  return numbered("referee", referees);
}

export function playersOf({ players }: Pick<Plan, "players">): AgentName[] {
  return numbered("player", players);
}

export function agentsOf(plan: Plan): AgentName[] {
  return [...managersOf(plan), ...refereesOf(plan), ...playersOf(plan)];
}

function numbered(kind: string, count: number): AgentName[] {
  return Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
}
