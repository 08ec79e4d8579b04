/** Tries one check on the reference agent and on the mutants that it names: what the author of a check runs all the time. */
import { loadChecks } from "../checks/registry.js";
import { rolesOf } from "../mutants/mutant.js";
import { loadMutants } from "../mutants/registry.js";
import type { CheckResult, Role } from "../types.js";
import { tryMutant, tryReference } from "./trial.js";

export interface Attempt {
  /** On the reference agent of each role that the check is for. */
  reference: { role: Role; result: CheckResult }[];
  /** On each mutant that it names. */
  mutants: { id: string; role: Role; result: CheckResult }[];
}

export async function trial(checkId: string, { seed = 1, wire = "canonical" } = {}): Promise<Attempt> {
  const all = await loadChecks();
  const one = all.find(({ check }) => check.id === checkId);
  if (one === undefined) throw new Error(`there is no check ${checkId}`);
  const mutants = (await loadMutants()).filter(({ id }) => one.check.kills.includes(id));
  // One that only observes needs the others.
  const options = { seed, wire, checks: one.check.needs?.observes === true ? all : [one] };
  const pick = (results: ReadonlyMap<string, CheckResult>) => results.get(checkId) ?? missing(checkId);
  const roles: readonly Role[] = one.side === "transport" ? ["player", "referee", "manager"] : [one.side];
  const attempt: Attempt = { reference: [], mutants: [] };
  for (const role of roles) attempt.reference.push({ role, result: pick(await tryReference(role, options)) });
  for (const mutant of mutants) {
    for (const role of rolesOf(mutant))
      attempt.mutants.push({ id: mutant.id, role, result: pick(await tryMutant(mutant, role, options)) });
  }
  for (const id of one.check.kills) {
    if (!mutants.some((mutant) => mutant.id === id))
      throw new Error(`${checkId} names the mutant ${id}, which does not exist`);
  }
  return attempt;
}

function missing(id: string): never {
  throw new Error(`${id} was not run`);
}
