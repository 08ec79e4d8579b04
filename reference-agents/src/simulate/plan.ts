/** The plan of one simulated league: plain data, so that it can be printed, shrunk and run again exactly. */

/** `manager`, `manager-2`, `referee-1`, `player-1` and so on: places in the simulation, not the ids that the league gives out. */
export type AgentName = string;

export interface Plan {
  /** Every number drawn, every delay and every choice follows from it. */
  readonly seed: number;
  /** All on one store, behind one address that hands each request to one of those that live. */
  readonly managers: number;
  readonly players: number;
  readonly referees: number;
  /** How many matches each referee runs at once. */
  readonly capacity: number;
  /** The longest that a message is usually under way, in milliseconds; each takes a random time below that. */
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
  | SlowDiskFault
  | SkewFault
  | BehaviourFault;

/** Something happens to the `nth` request (from 1) that one agent sends to another. */
export interface MessageFault {
  readonly kind: "message";
  readonly from: AgentName;
  readonly to: AgentName;
  readonly nth: number;
  readonly effect: MessageEffect;
  /** For `slow`, `slow-reply` and `twice`: how much later. */
  readonly ms?: number;
}

/** `refused`: no connection. `lost` and `reply-lost`: silence. `twice`: it arrives once more, and that answer is thrown away. */
type MessageEffect = "refused" | "lost" | "reply-lost" | "slow" | "slow-reply" | "twice";

/** Nothing passes between these agents and all others for a while. */
export interface PartitionFault {
  readonly kind: "partition";
  readonly agents: readonly AgentName[];
  readonly atMs: number;
  readonly forMs: number;
}

/** The agent's process ends without a word and is started again, with what it has kept. */
export interface CrashFault {
  readonly kind: "crash";
  readonly agent: AgentName;
  readonly atMs: number;
  readonly downMs: number;
}

/** The agent's process ends at the `nth` message (from 1) that it sends, receives, has answered, or gets the answer to. */
export interface TrafficCrashFault {
  readonly kind: "traffic-crash";
  readonly agent: AgentName;
  readonly on: "sent" | "delivered" | "answered" | "received";
  readonly nth: number;
  readonly downMs: number;
}

/** The manager's process ends just before or just after its `operation`th access to the store (from 1). */
export interface StoreCrashFault {
  readonly kind: "store-crash";
  readonly operation: number;
  readonly when: "before" | "after";
  readonly downMs: number;
  /** The power goes with it: what the store does not promise to be durable is lost. */
  readonly powerCut?: boolean;
}

/** Every access to the store takes this long for a while. */
export interface SlowDiskFault {
  readonly kind: "slow-disk";
  readonly atMs: number;
  readonly forMs: number;
  readonly ms: number;
}

/** The agent's clock is off, and runs at another rate: 1.05 is 5 % fast. */
interface SkewFault {
  readonly kind: "skew";
  readonly agent: AgentName;
  readonly offsetMs: number;
  readonly rate: number;
}

/** A player that does not behave, in this share of what it is asked. */
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
 * - `silent`: takes the request and never answers; `late`: answers after the deadline; `slow`: just in time
 * - `invalid-choice`, `declining`, `wrong-ids`, `http-errors`, `garbage`: answers, but not as it should
 * - `fickle`: another choice each time it is asked for the same one
 * - `forging`: reports results, ends matches, asks for choices and orders shutdowns, all in other names with its own token
 * - `stopping`: orders others to shut down in the league manager's name, which carries no token to check
 */
export type PlayerBehaviour = (typeof playerBehaviours)[number];

/** The first manager; also what the address of all managers is called, by those who send to it. */
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
