/** The agents of this folder, the commands that start them, their tables of faults, and those that the command line selects. */
import { execFileSync, spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

export const roles = ["player", "referee", "manager"] as const;
export type Role = (typeof roles)[number];

export interface Fault {
  id: string;
  /** The clauses that it breaks. */
  clauses: readonly string[];
  does: string;
}

export interface ForeignAgent {
  name: string;
  role: Role;
  /** The command that starts it, without its options. */
  words: readonly string[];
}

/** The working directory of every command. */
export const folder = import.meta.dirname;

export const agents: readonly ForeignAgent[] = [
  { name: "python-player", role: "player", words: ["python3", "agent.py", "player"] },
  { name: "python-referee", role: "referee", words: ["python3", "agent.py", "referee"] },
  { name: "python-manager", role: "manager", words: ["python3", "agent.py", "manager"] },
];

const MEMBER = ["--port", "{port}", "--league", "{league}", "--name", "{name}"];
export const OPTIONS: Readonly<Record<Role, readonly string[]>> = {
  player: MEMBER,
  referee: MEMBER,
  manager: ["--port", "{port}", "--players", "{players}", "--referees", "{referees}"],
};

/** With placeholders, as `league-conformance --command` fills them in. */
export function commandOf({ words, role }: ForeignAgent, fault?: Fault): string {
  const switched = fault === undefined ? [] : ["--fault", fault.id];
  return [...words, ...switched, ...OPTIONS[role]].join(" ");
}

/** Whether the machine has the interpreter of the agent. */
export function canRun({ words: [interpreter = ""] }: ForeignAgent): boolean {
  return spawnSync(interpreter, ["--version"]).status === 0;
}

export function faultsOf({ words: [interpreter = "", ...rest] }: ForeignAgent): readonly Fault[] {
  return JSON.parse(execFileSync(interpreter, [...rest, "--list"], { cwd: folder, encoding: "utf8" }));
}

export const USAGE = `run.mjs [options]
  --agent NAME   ${agents.map(({ name }) => name).join(", ")}; repeatable (default: all)
  --fault ID     a fault; repeatable (default: all)
  --sample N     only N faults, of one agent that --seed draws if none is named
  --seed N       of the sample (default 1)
  --whole        looks for false alarms with the whole suite instead of a quick run
  --at-once N    this many runs of the suite at the same time (default 1)
  --json FILE    writes the outcome of each fault`;

export interface Trial {
  agent: ForeignAgent;
  /** Undefined: an agent without a fault, which must get no complaint. */
  fault?: Fault;
}

export interface Choice {
  trials: readonly Trial[];
  whole: boolean;
  atOnce: number;
  json?: string;
}

export function choose(words: readonly string[], known = agents, faults = faultsOf): Choice {
  const many = { type: "string", multiple: true } as const;
  const one = { type: "string" } as const;
  const options = { agent: many, fault: many, sample: one, seed: one, whole: { type: "boolean" } } as const;
  const { values } = parseArgs({ args: [...words], options: { ...options, "at-once": one, json: one } });
  const [sample, seed, atOnce] = [
    natural(values.sample ?? "0"),
    natural(values.seed ?? "1"),
    natural(values["at-once"] ?? "1"),
  ];
  const named = known.filter(({ name }) => values.agent?.includes(name) ?? true);
  const chosen = sample > 0 && values.agent === undefined ? [named[seed % named.length]] : named;
  const trials = chosen.flatMap((agent): Trial[] => {
    if (agent === undefined) return [];
    const wanted = faults(agent).filter(({ id }) => values.fault?.includes(id) ?? true);
    const drawn = sample > 0 ? drawnFrom(wanted, sample, seed) : wanted;
    return [{ agent }, ...drawn.map((fault) => ({ agent, fault }))];
  });
  if (!trials.some(({ fault }) => fault !== undefined)) throw new TypeError("no fault has that name");
  const { json, whole = false } = values;
  return { trials, whole, atOnce: Math.max(1, atOnce), ...(json === undefined ? {} : { json }) };
}

export function natural(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError(`${text} is no whole number`);
  return number;
}

/** Draws this many of them; the same seed draws the same ones. */
export function drawnFrom<T>(items: readonly T[], count: number, seed: number): T[] {
  const rank = items.map((item, index) => ({ item, index, place: scattered(seed, index) }));
  const drawn = rank.toSorted((a, b) => a.place - b.place).slice(0, count);
  return drawn.toSorted((a, b) => a.index - b.index).map(({ item }) => item);
}

/** A pseudo-random number that depends only on both. */
function scattered(seed: number, index: number): number {
  let hash = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(index + 1, 0xc2b2_ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
