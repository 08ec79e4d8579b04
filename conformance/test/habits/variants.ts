/** The test bed of habits: variants of the example agents, those that the command line selects, and how their verdicts differ. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawnFrom, natural, OPTIONS, type Role, roles } from "../foreign/agents.ts";
import type { JudgedCheck, Report } from "../suite-run.ts";

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

export const USAGE = `compare.mjs [options] [-- options of league-conformance]
  --role ROLE      player, referee or manager; repeatable (default: all)
  --only VARIANT   a variant, or "twin" for the example itself; repeatable (default: all variants)
  --quick          the suite's --quick: a few seconds a run
  --sample N       only N of the chosen, drawn by --seed
  --seed N         of the sample and of the suite (default 1)`;

export interface Choice {
  trials: readonly { variant: Variant; role: Role }[];
  /** The options of league-conformance. */
  options: readonly string[];
}

/** @throws TypeError for what it cannot select */
export function choose(args: readonly string[]): Choice {
  const several = { type: "string", multiple: true } as const;
  const one = { type: "string" } as const;
  const numbers = { sample: one, seed: one };
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { role: several, only: several, quick: { type: "boolean" }, ...numbers },
    allowPositionals: true,
  });
  const { role = roles, only = variants.map(({ name }) => name), quick, seed = "1" } = values;
  const known = [twin, ...variants];
  const chosen = known.filter(({ name }) => only.includes(name));
  const names = [...known.map(({ name }) => name), ...roles];
  const unknown = [...role, ...only].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new TypeError(`unknown: ${unknown.join(", ")}; known: ${names.join(", ")}`);
  const trials = roles
    .filter((name) => role.includes(name))
    .flatMap((name) =>
      chosen.filter((variant) => variant.roles.includes(name)).map((variant) => ({ role: name, variant })),
    );
  return {
    trials: values.sample === undefined ? trials : drawnFrom(trials, natural(values.sample), natural(seed)),
    options: ["--seed", seed, ...(quick === true ? ["--quick"] : []), ...positionals],
  };
}

export interface Difference {
  check: string;
  ofTwin: string;
  ofVariant: string;
  /** Why the habit itself changes this verdict; undefined where it must not. */
  expected: string | undefined;
  /** The suite's diagnosis of the variant or, if there is none, of its twin. */
  diagnosis: string;
}

export function differences(ofTwin: Report, ofVariant: Report, { differs = {} }: Variant): Difference[] {
  const [twin, variant] = [byId(ofTwin), byId(ofVariant)];
  return [...new Set([...twin.keys(), ...variant.keys()])]
    .map((check) => ({
      check,
      ofTwin: twin.get(check)?.verdict ?? "absent",
      ofVariant: variant.get(check)?.verdict ?? "absent",
      expected: differs[check],
      diagnosis: variant.get(check)?.diagnosis ?? twin.get(check)?.diagnosis ?? "",
    }))
    .filter((one) => one.ofTwin !== one.ofVariant);
}

const byId = ({ checks }: Report) => new Map(checks.map((one): [string, JudgedCheck] => [one.id, one]));
