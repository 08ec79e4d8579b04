/** The agents of this folder, the commands that start them, their tables of faults and habits, and those that the command line selects. */
import { execFileSync, spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

type Role = "player" | "referee" | "manager";

export interface Fault {
  id: string;
  does: string;
  /** The clauses that it breaks. */
  clauses: readonly string[];
}

/** It breaks no clause: an agent with it gets the verdicts of the agent without it. */
export interface Habit {
  id: string;
  does: string;
  /** Verdicts that the habit itself changes, by check id, each with the reason. */
  differs: Readonly<Record<string, string>>;
}

export interface ForeignAgent {
  name: string;
  role: Role;
  /** The command that starts it, without its options. */
  words: readonly string[];
  /** A Python module that it needs in addition to the standard library. */
  needs?: string;
  /** It has no faults and no habits to switch on. */
  isPlain?: true;
}

/** The working directory of every command. */
export const folder = import.meta.dirname;

export const agents: readonly ForeignAgent[] = [
  { name: "python-player", role: "player", words: ["python3", "agent.py", "player"] },
  { name: "python-referee", role: "referee", words: ["python3", "agent.py", "referee"] },
  { name: "python-manager", role: "manager", words: ["python3", "agent.py", "manager"] },
  { name: "configured-player", role: "player", words: ["sh", "with-config.sh"], isPlain: true },
  {
    name: "fastapi-player",
    role: "player",
    words: ["/usr/bin/python3", "../../examples/fastapi_player.py"],
    needs: "fastapi",
    isPlain: true,
  },
];

const MEMBER = ["--port", "{port}", "--league", "{league}", "--name", "{name}"];
const OPTIONS: Readonly<Record<Role, readonly string[]>> = {
  player: MEMBER,
  referee: MEMBER,
  manager: ["--port", "{port}", "--players", "{players}", "--referees", "{referees}"],
};

/** With placeholders, as `league-conformance --command` fills them in. */
export function commandOf({ words, role }: ForeignAgent, variant?: Fault | Habit): string {
  const switched = variant === undefined ? [] : ["--with", variant.id];
  return [...words, ...switched, ...OPTIONS[role]].join(" ");
}

/** Whether the machine has what the agent needs. */
export function canRun({ words: [program = ""], needs }: ForeignAgent): boolean {
  if (needs === undefined) return spawnSync("python3", ["--version"]).status === 0;
  return spawnSync(program, ["-c", `import ${needs}`]).status === 0;
}

type Listing = (agent: ForeignAgent) => readonly (Fault | Habit)[];

export const variantsOf: Listing = ({ words: [program = "", ...rest], isPlain = false }) => {
  if (isPlain) return [];
  return JSON.parse(execFileSync(program, [...rest, "--list"], { cwd: folder, encoding: "utf8" }));
};

export const USAGE = `run.mjs [options]
  --agent NAME   ${agents.map(({ name }) => name).join(", ")}; repeatable (default: all)
  --habits       tries the habits instead of the faults
  --only ID      a fault or a habit; repeatable (default: all)
  --sample N     only N of them, of one agent that --seed draws if none is named
  --seed N       of the sample (default 1)
  --whole        tries agents without a fault with the whole suite instead of a quick run
  --at-once N    this many runs of the suite at the same time (default 1)
  --json FILE    writes the outcome of each fault`;

export interface Trial {
  agent: ForeignAgent;
  /** Undefined: an agent without a fault, which must get no complaint. */
  variant?: Fault | Habit;
}

export interface Choice {
  trials: readonly Trial[];
  whole: boolean;
  atOnce: number;
  json?: string;
}

export function choose(words: readonly string[], list = variantsOf): Choice {
  const many = { type: "string", multiple: true } as const;
  const one = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  const numbers = { sample: one, seed: one, "at-once": one };
  const { values } = parseArgs({
    args: [...words],
    options: { agent: many, only: many, habits: flag, whole: flag, json: one, ...numbers },
  });
  const { json, whole = false, habits = false } = values;
  const sample = natural(values.sample ?? "0");
  const seed = natural(values.seed ?? "1");
  const named = agents.filter(({ name }) => values.agent?.includes(name) ?? true);
  const several = named.filter(({ isPlain = false }) => !isPlain);
  const chosen = sample > 0 && values.agent === undefined ? [several[seed % several.length]] : named;
  const trials = chosen.flatMap((agent): Trial[] => {
    if (agent === undefined) return [];
    const wanted = list(agent).filter(
      (variant) => values.only?.includes(variant.id) ?? "differs" in variant === habits,
    );
    const drawn = sample > 0 ? drawnFrom(wanted, sample, seed) : wanted;
    return [{ agent }, ...drawn.map((variant) => ({ agent, variant }))];
  });
  if (
    trials.length === 0 ||
    (values.only !== undefined && !trials.some(({ variant }) => variant !== undefined))
  )
    throw new TypeError("no agent, fault or habit has that name");
  const atOnce = Math.max(1, natural(values["at-once"] ?? "1"));
  return { trials, whole, atOnce, ...(json === undefined ? {} : { json }) };
}

function natural(text: string): number {
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
