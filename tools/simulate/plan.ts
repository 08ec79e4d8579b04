/** The plan of one simulated league: plain data, so that it can be printed, shrunk and run again exactly. */
import { methods, protocol } from "@league-v2/contract";

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
  | SkewFault;

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
interface CrashFault {
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

export function agentsOf(plan: Pick<Plan, "managers" | "referees" | "players">): AgentName[] {
  return [...managersOf(plan), ...refereesOf(plan), ...playersOf(plan)];
}

/** The agents that a fault names. */
export function agentsIn(fault: Fault): readonly AgentName[] {
  if (fault.kind === "message") return [fault.from, fault.to];
  if (fault.kind === "partition") return fault.agents;
  return "agent" in fault ? [fault.agent] : [];
}

function numbered(kind: string, count: number): AgentName[] {
  return Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
}

/** Factor for slow clocks, which make every wait longer. */
const slack = 1.5;

/** The time that an agent may need to detect a fault. */
const recoveryMs = 60_000;

/** Milliseconds of simulated time. */
export function longestLeagueMs({ players, faults }: Plan): number {
  const rounds = players % 2 === 0 ? players - 1 : players;
  const matchesPerRound = Math.floor(players / 2);
  const { refereesPerMatch, unplayedRoundRetries, unplayedRoundPauseMs } = protocol.league;
  const announcing = (unplayedRoundRetries + 1) * (methods.notify_round.deadlineMs + unplayedRoundPauseMs);
  const summingUp = methods.update_standings.deadlineMs + methods.notify_round_completed.deadlineMs;
  // The worst case: one referee that runs one match at a time, and each match is leased as often as the protocol allows.
  const matches = matchesPerRound * refereesPerMatch * longestTryMs();
  const registration = 2 * chain(methods.register_player);
  const troubles = faults.reduce((sum, fault) => {
    if (fault.kind === "partition" || fault.kind === "slow-disk") return sum + fault.forMs + recoveryMs;
    if ("downMs" in fault) return sum + fault.downMs + recoveryMs;
    return sum + ("ms" in fault ? (fault.ms ?? 0) : 0);
  }, 0);
  return slack * (registration + rounds * (announcing + matches + summingUp) + troubles);
}

/** One referee and one match: from the first attempt to lease the match until the referee gives it up. */
function longestTryMs(): number {
  const { run_match, handle_game_invitation, choose_parity, notify_match_result, report_match_result } =
    methods;
  const steps = [run_match, handle_game_invitation, choose_parity, notify_match_result, report_match_result];
  return steps.reduce<number>((sum, step) => sum + chain(step), protocol.retries.pauseMs);
}

/** All attempts of one step with the pauses between them. */
function chain(step: {
  readonly deadlineMs: number;
  readonly retries: number;
  readonly retryPauseMs: number | null;
}) {
  const { deadlineMs, retries, retryPauseMs } = step;
  return (retries + 1) * deadlineMs + retries * (retryPauseMs ?? protocol.backoff.maximumMs);
}

const UINT32_RANGE = 2 ** 32;

/**
 * A uniform integer from 0 to `count` − 1, which does not depend on the order of the calls. Each decision has its own name, so that
 * a plan with one fault less does not change the other numbers.
 */
export function seededRoll(seed: number, name: string, count: number): number {
  return Math.floor((hash(`${seed}/${name}`) / UINT32_RANGE) * count);
}

/** FNV-1a, 32 bits, with a finalizer, so that texts which differ only in their last letter have unrelated hashes. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
