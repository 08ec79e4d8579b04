/** The agents of this folder, with the commands that start them and their tables of faults. */
import { execFileSync, spawnSync } from "node:child_process";

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
