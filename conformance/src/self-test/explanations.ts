/** The self-test's data about the checks of a run: the faults that they find, and the reference agent's messages. */
import type { RegisteredCheck } from "../checks/registry.js";
import { breaksClauseOf, type Mutant } from "../mutants/mutant.js";
import { LEAGUE_FORMS } from "../profiles/codec.js";
import type { Explanation } from "../report/reporter.js";
import type { CheckResult, Report } from "../types.js";
import { tryReference } from "./trial.js";

/** The maximum number tried on the reference agent: each takes some milliseconds up to half a second. */
const MOST_REFERENCES = 20;

/** By the ids of the checks. */
export async function explanationsFor(
  report: Report,
  checks: readonly RegisteredCheck[],
  mutants: readonly Mutant[],
): Promise<ReadonlyMap<string, Explanation>> {
  const references = await besideReference(report, checks);
  return new Map(
    checks.map(({ check }) => {
      const reference = references.get(check.id);
      const faults = mutants
        .filter((mutant) => breaksClauseOf(check, mutant))
        .map(({ id, fault }) => ({ id, fault }));
      return [check.id, { faults, ...(reference === undefined ? {} : { reference }) }];
    }),
  );
}

/**
 * On simulated time, with the seed of the run. A check that only observes has no messages. An agent with a form of
 * another league is compared with the canonical reference agent.
 */
function besideReference(
  { checks: results, role, wire, seed }: Report,
  checks: readonly RegisteredCheck[],
): Promise<ReadonlyMap<string, CheckResult>> {
  const isBad = ({ verdict }: CheckResult) => verdict === "fail" || verdict === "warn";
  const wanted = results
    .filter(isBad)
    .toSorted((a, b) => Number(b.verdict === "fail") - Number(a.verdict === "fail"));
  const ids = wanted
    .map(({ id }) => id)
    .filter((id) => checks.some(({ check }) => check.id === id && check.needs?.observes !== true))
    .slice(0, MOST_REFERENCES);
  if (ids.length === 0) return Promise.resolve(new Map());
  return tryReference(role, {
    seed,
    wire: LEAGUE_FORMS.includes(wire) ? wire : "canonical",
    checks: checks.filter(({ check }) => ids.includes(check.id)),
    transcripts: true,
  });
}
