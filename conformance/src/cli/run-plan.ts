/** Prints what a run would do, and starts nothing. */
import type { RegisteredCheck } from "../checks/registry.js";
import { Codec } from "../profiles/codec.js";
import { loadProfile } from "../profiles/load.js";
import { type Place, type Plan, plan } from "../run/scheduling/plan.js";
import type { Role } from "../types.js";
import { type CliContext, print } from "./cli-context.js";
import type { RunFlags } from "./run-role.js";

const PLACES: Readonly<Record<Place, string>> = {
  shared: "one after the other, on an instance that they share",
  concurrent: "at the same time on one instance, each in matches of its own",
  fresh: "each on an instance that is started for it",
  own: "each starts what it needs",
  last: "after all others, on an instance that they may end",
  watcher: "judge what an earlier check of the same scenario has recorded",
  observer: "at the end, judge all messages of the run",
};

/** A form that the agent shows in the run may leave out others: with `--wire auto` the plan is that of the canonical form. */
export function printPlan(
  role: Role,
  checks: readonly RegisteredCheck[],
  { url, wire }: Pick<RunFlags, "url" | "wire">,
  { out }: CliContext,
): void {
  const codec = new Codec(loadProfile(wire === "auto" ? "canonical" : wire));
  const canStart = url === undefined;
  const reached = canStart ? "an agent that the suite starts" : "a running agent";
  print(out, [
    `${checks.length} checks of a ${role}, in the wire form ${codec.name}, of ${reached}; seconds are the longest time`,
    ...linesOf(plan(checks, { role, canStart, codec })),
  ]);
}

function linesOf({ planned, ruledOut }: Plan): string[] {
  const places = [...new Set(planned.map(({ place }) => place))];
  const run = places.flatMap((place) => {
    const here = planned.filter((one) => one.place === place);
    const lines = here.map(({ one: { check, limitMs } }) => {
      const scenario = check.shares === undefined ? "" : `  (${check.shares})`;
      const waits = check.steps.length === 0 ? "" : `${Math.ceil(limitMs / 1_000)} s`;
      return `${waits.padStart(7)}  ${check.id}${scenario}`;
    });
    return ["", `${here.length} ${PLACES[place]}:`, ...lines];
  });
  const not = ruledOut.map(
    ({ one, outcome }) => `         ${one.check.id}: ${outcome.diagnosis ?? outcome.verdict}`,
  );
  return not.length === 0 ? run : [...run, "", `${not.length} not run:`, ...not];
}
