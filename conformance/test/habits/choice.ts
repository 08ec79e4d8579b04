/** The agents that the command line selects. */
import { parseArgs } from "node:util";
import { type Role, roles } from "../foreign/agents.ts";
import { drawnFrom, natural } from "../foreign/choice.ts";
import { twin, type Variant, variants } from "./variants.ts";

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
