/** Reads a plan that `league simulate` has printed, perhaps changed by hand. */
import { protocol } from "@league-v2/contract";
import { asRecord } from "./events.js";
import { agentsOf, type Fault, type Plan, playerBehaviours } from "./plan.js";

/** @throws Error with a message of one line */
export function readPlan(text: string): Plan {
  const plan = asRecord(JSON.parse(text));
  if (plan === null) throw new Error("a plan is a JSON object");
  const number = (name: string, least: number) => wholeNumber(plan, name, least);
  const { minimumPlayers, minimumReferees } = protocol.league;
  const factories = {
    seed: number("seed", 0),
    managers: number("managers", 1),
    players: number("players", minimumPlayers),
    referees: number("referees", minimumReferees),
    capacity: number("capacity", 1),
    latencyMs: number("latencyMs", 0),
  };
  if (!Array.isArray(plan.faults)) throw new Error("faults must be a list");
  const names = agentsOf({ ...factories, faults: [] });
  const faults = plan.faults.map((fault: unknown, index) => {
    const fields = asRecord(fault) ?? {};
    const wrong = faultIn(fields, names);
    if (wrong !== undefined) throw new Error(`faults[${index}]: ${wrong}`);
    return fields as unknown as Fault;
  });
  return { ...factories, faults };
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown, names: readonly string[]) => boolean;

const isTime: Check = (value) => typeof value === "number" && value >= 0;
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 1;
const isAgent: Check = (value, names) => typeof value === "string" && names.includes(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);

/** The members that each kind of fault must have. */
const members: Readonly<Record<Fault["kind"], Readonly<Record<string, Check>>>> = {
  message: {
    from: isAgent,
    to: isAgent,
    nth: isCount,
    effect: oneOf("refused", "lost", "reply-lost", "slow", "slow-reply", "twice"),
  },
  partition: {
    agents: (value, names) => Array.isArray(value) && value.every((name) => isAgent(name, names)),
    atMs: isTime,
    forMs: isTime,
  },
  crash: { agent: isAgent, atMs: isTime, downMs: isTime },
  "traffic-crash": {
    agent: isAgent,
    on: oneOf("sent", "delivered", "answered", "received"),
    nth: isCount,
    downMs: isTime,
  },
  "store-crash": { operation: isCount, when: oneOf("before", "after"), downMs: isTime },
  "power-cut": { operation: isCount, when: oneOf("before", "after") },
  "slow-disk": { atMs: isTime, forMs: isTime, ms: isTime },
  skew: {
    agent: isAgent,
    offsetMs: (value) => typeof value === "number",
    rate: (value) => Number(value) > 0,
  },
  behaviour: { agent: isAgent, behaviour: oneOf(...playerBehaviours), percent: isTime },
};

function faultIn(fault: Fields, names: readonly string[]): string | undefined {
  const due = Object.hasOwn(members, String(fault.kind)) ? members[fault.kind as Fault["kind"]] : undefined;
  if (due === undefined) return `there is no kind ${JSON.stringify(fault.kind)}`;
  const wrong = Object.entries(due).find(([name, isRight]) => !isRight(fault[name], names));
  return wrong === undefined ? undefined : `${wrong[0]} is ${JSON.stringify(fault[wrong[0]])}`;
}

function wholeNumber(plan: Fields, name: string, least: number): number {
  const value = plan[name];
  if (typeof value === "number" && Number.isInteger(value) && value >= least) return value;
  throw new Error(`${name} must be an integer from ${least}, not ${JSON.stringify(value)}`);
}
