/** Prints the clauses of a role, or all of them, with the checks that decide each. */
import { clauses } from "../clauses/clause.js";
import { nearest } from "../text/nearest.js";
import { UsageError } from "../usage-error.js";
import { type CliContext, print } from "./cli-context.js";

export interface ListOptions {
  /** All clauses when undefined. */
  role: string | undefined;
  asJson: boolean;
}

/** @throws UsageError when there is no such role */
export async function printClauses({ role, asJson }: ListOptions, around: CliContext): Promise<void> {
  const roles = [...new Set(clauses.map((clause) => clause.role as string))];
  if (role !== undefined && !roles.includes(role))
    throw new UsageError(
      `there is no role "${role}". ${nearest(role, roles) ?? `It is ${roles.join(", ")}.`}`,
    );
  const checks = await around.checks();
  const shown = clauses
    .filter((clause) => role === undefined || clause.role === role)
    .map((clause) => ({
      ...clause,
      checks: checks.filter(({ check }) => check.decides.includes(clause.id)).map(({ check }) => check.id),
    }));
  if (asJson) return print(around.out, JSON.stringify(shown, undefined, 2));
  for (const { id, level, text, decidable, checks: ids } of shown) {
    const decided = ids.length > 0 ? ids : [decidable ? "(no check)" : "(cannot be decided from outside)"];
    print(around.out, [`${id}  ${level.toUpperCase()}  ${text}`, ...decided.map((check) => `    ${check}`)]);
  }
}
