/** The agents that the command line selects, and the number of runs of each. */
import { parseArgs } from "node:util";
import { scattered } from "../foreign/choice.ts";
import { type Role, roles, twin, type Variant, variants } from "./variants.ts";

export const USAGE = `compare.mjs [options] [-- options of league-conformance]
  --role ROLE      player, referee or manager; repeatable (default: all)
  --only VARIANT   a variant, or "twin" for the example itself; repeatable (default: all variants)
  --command CMD    an agent of your own instead, with {port}, {league} and so on; needs one --role and --repeat
  --quick          the suite's --quick: a few seconds a run
  --sample N       only N of the chosen, drawn by --seed
  --seed N         of the sample and of the suite (default 1)
  --repeat N       runs each N times instead of comparing it with the example`;

export interface Trial {
  variant: Variant;
  role: Role;
}

export interface Choice {
  trials: readonly Trial[];
  repeat: number;
  /** The options of league-conformance. */
  options: readonly string[];
}

export function choose(args: readonly string[]): Choice | { fault: string } {
  const mark = args.indexOf("--");
  const [own, others] = mark < 0 ? [args, []] : [args.slice(0, mark), args.slice(mark + 1)];
  let values: ReturnType<typeof parsed>;
  try {
    values = parsed(own);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  const { role = [...roles], only, command, quick } = values;
  const chosenRoles = roles.filter((one) => role.includes(one));
  const [seed, sample, repeat] = [
    Number(values.seed ?? 1),
    Number(values.sample ?? Number.POSITIVE_INFINITY),
    Number(values.repeat ?? 1),
  ];
  const known = [...roles, twin.name, ...variants.map(({ name }) => name)];
  const unknown = [...role.filter((one) => !roles.some((name) => name === one)), ...(only ?? [])].filter(
    (one) => !known.includes(one),
  );
  if (unknown.length > 0)
    return { fault: `unknown: ${unknown.join(", ")}; variants: ${known.slice(roles.length).join(", ")}` };
  if (!Number.isSafeInteger(seed) || !(sample >= 1) || !(repeat >= 1))
    return { fault: "--seed, --sample and --repeat take whole numbers" };
  if (command !== undefined && (chosenRoles.length !== 1 || repeat === 1))
    return { fault: "--command needs one --role and --repeat" };
  const trials =
    command === undefined
      ? trialsOf(chosenRoles, only ?? (repeat > 1 ? [twin.name] : undefined))
      : chosenRoles.map((one) => ({ role: one, variant: ofOwn(command) }));
  return {
    trials: drawn(trials, sample, seed),
    repeat,
    options: ["--seed", String(seed), ...(quick === true ? ["--quick"] : []), ...others],
  };
}

function parsed(args: readonly string[]) {
  const several = { type: "string", multiple: true } as const;
  const one = { type: "string" } as const;
  return parseArgs({
    args: [...args],
    options: {
      ...{ role: several, only: several, command: one, quick: { type: "boolean" } },
      ...{ sample: one, seed: one, repeat: one },
    },
  }).values;
}

function trialsOf(chosenRoles: readonly Role[], only: readonly string[] | undefined): Trial[] {
  const chosen = [twin, ...variants].filter(({ name }) => only?.includes(name) ?? name !== twin.name);
  return chosenRoles.flatMap((role) =>
    chosen.filter((variant) => variant.roles.includes(role)).map((variant) => ({ role, variant })),
  );
}

function ofOwn(command: string): Variant {
  return { name: "your agent", roles, command: [command] };
}

/** Draws this many of them, in their order; the same seed draws the same ones. */
function drawn(trials: readonly Trial[], count: number, seed: number): readonly Trial[] {
  if (count >= trials.length) return trials;
  const ranked = trials.map((trial, index) => ({ trial, index, rank: scattered(seed, index) }));
  const chosen = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, count);
  return chosen.toSorted((a, b) => a.index - b.index).map(({ trial }) => trial);
}
