/** The variants of the example agents in the test bed, and the commands that start them. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { OPTIONS, type Role, roles } from "../foreign/agents.ts";

export interface Variant {
  name: string;
  roles: readonly Role[];
  /** Options of `agent.py`; otherwise `command` is a separate command, in which `{role}` is also filled in. */
  habits?: readonly string[];
  command?: readonly string[];
  /** A Python module that the variant needs in addition to the standard library. */
  needs?: string;
  /** Verdicts that the habit itself changes, by check id, each with the reason. */
  differs?: Readonly<Record<string, string>>;
}

/** The working directory of every command. */
export const folder = import.meta.dirname;

export const variants: readonly Variant[] = JSON.parse(readFileSync(join(folder, "variants.json"), "utf8"));

/** The example without habits. */
export const twin: Variant = { name: "twin", roles, habits: [] };

/** The command that starts this variant, with the placeholders of `league-conformance --command`. */
export function commandOf({ habits = [], command }: Variant, role: Role): string {
  const words = command ?? ["python3", "agent.py", role, ...habits, ...OPTIONS[role]];
  return words.join(" ").replace("{role}", role);
}

/** Why this variant cannot be run on this machine; undefined if it can. */
export function missing({ needs, command }: Variant): string | undefined {
  if (needs === undefined) return undefined;
  const { status } = spawnSync(command?.[0] ?? "python3", ["-c", `import ${needs}`]);
  return status === 0 ? undefined : `${needs === "fastapi" ? "FastAPI" : needs} is not installed`;
}
