/** `explain` and `list`: what a clause says, what a check does, which fault a mutant has. */
import type { RegisteredCheck } from "../checks/registry.js";
import { type Clause, clauseOf, clausePage, clauses } from "../clauses.js";
import { breaksClauseOf, type Mutant } from "../mutants/mutant.js";
import { nearest, UsageError } from "../usage-error.js";
import { type CliContext, print } from "./cli-context.js";

/** @throws UsageError when nothing has this id */
export async function explainId(id: string, around: CliContext): Promise<void> {
  const checks = await around.checks();
  const mutants = await around.mutants();
  const clause = clauseOf(id);
  const check = checks.find((one) => one.check.id === id);
  const mutant = mutants.find((one) => one.id === id);
  if (clause !== undefined) return print(around.out, aboutClause(clause, checks));
  if (check !== undefined) return print(around.out, aboutCheck(check, mutants));
  if (mutant !== undefined) return print(around.out, aboutMutant(mutant, checks));
  const known = [
    ...clauses.map((one) => one.id),
    ...checks.map((one) => one.check.id),
    ...mutants.map((one) => one.id),
  ];
  throw new UsageError(
    `there is no clause, check or mutant "${id}". ${nearest(id, known) ?? "See `league-conformance list`."}`,
  );
}

function aboutClause(clause: Clause, checks: readonly RegisteredCheck[]): string[] {
  const deciding = checks.filter(({ check }) => check.decides.includes(clause.id));
  return [
    `${clause.id} (${clause.level.toUpperCase()}, ${clause.role})`,
    "",
    `  ${clause.text}`,
    "",
    `source   ${clause.source}`,
    `wires    ${clause.wires.join(", ")}`,
    ...(clause.deadlineMs === undefined ? [] : [`deadline ${clause.deadlineMs} ms`]),
    `read     ${clausePage(clause.id)}`,
    "",
    ...(clause.decidable ? [] : [`It cannot be decided from outside: ${clause.whyNot ?? ""}`, ""]),
    ...(deciding.length === 0 ? ["No check decides it."] : ["Checks:"]),
    ...deciding.map(({ check }) => `  ${check.id}: ${check.title}`),
  ];
}

function aboutCheck({ check, level, limitMs, file }: RegisteredCheck, mutants: readonly Mutant[]): string[] {
  const needs = Object.keys(check.needs ?? {});
  return [
    `${check.id} (${level.toUpperCase()})`,
    "",
    `  It expects that the agent ${check.title}.`,
    "",
    ...check.decides.map((id) => `decides  ${id}: ${clauseOf(id)?.text ?? ""}`),
    `takes    at most ${limitMs / 1_000} s on the clock`,
    ...(needs.length === 0 ? [] : [`needs    ${needs.join(", ")}`]),
    `file     checks/${file}`,
    "",
    "These faults break its clauses:",
    ...mutants.filter((one) => breaksClauseOf(check, one)).map(({ id, fault }) => `  ${id}: ${fault}`),
  ];
}

function aboutMutant(mutant: Mutant, checks: readonly RegisteredCheck[]): string[] {
  const deciding = checks.filter(({ check }) => breaksClauseOf(check, mutant));
  return [
    mutant.id,
    "",
    `  ${mutant.fault}`,
    "",
    `It breaks ${(mutant.breaks ?? []).join(", ")}, which these checks decide:`,
    ...deciding.map(({ check }) => `  ${check.id}: ${check.title}`),
  ];
}

export interface ListOptions {
  /** All clauses when undefined. */
  role: string | undefined;
  asJson: boolean;
}

/** Prints the clauses of a role, or all of them, with the checks that decide each. @throws UsageError when there is no such role */
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
