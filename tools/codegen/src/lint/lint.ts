import type { Fault } from "../fault.js";
import type { LoadedDialect, LoadedSpec } from "../load/types.js";
import type { Schema } from "../schema/schema.js";
import { Compiler } from "../validate/compiler.js";
import type { Report, Rule } from "./rule.js";
import { rules } from "./rules/index.js";
import { invalidSchemas } from "./valid-schemas.js";
import { walk } from "./walk.js";

export interface Linted {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
  /** The compiled schemas by dialect, which the emitters use too. */
  readonly compilers: ReadonlyMap<string, Compiler>;
}

/** Runs every rule that applies. Faults are in the order of the files. */
export function lint(spec: LoadedSpec): Linted {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const compilers = new Map(
    spec.dialects.map((dialect) => [dialect.name, new Compiler({ types: typesOf(dialect) })]),
  );
  const reporter = (rule: Rule): Report => {
    return ({ file, pointer }, cause, fix) => {
      const fault = { file, pointer, cause, fix, rule: rule.id };
      if (rule.isWarning === true) warnings.push({ ...fault, isWarning: true });
      else faults.push(fault);
    };
  };
  const run = (phase: Rule["phase"]) => {
    for (const rule of rules.filter((candidate) => candidate.phase === phase)) {
      if (rule.kind === "spec") rule.check(spec, reporter(rule));
      else for (const dialect of spec.dialects) runOnDialect(rule, spec, dialect, compilers, reporter(rule));
    }
  };
  for (const { isLeagueSpec, schemas, warnings: known } of spec.dialects) {
    if (!isLeagueSpec) faults.push(...invalidSchemas(schemas));
    warnings.push(...known);
  }
  run("structure");
  if (faults.length === 0) run("meaning");
  return { faults: sorted(faults), warnings: sorted(warnings), compilers };
}

function runOnDialect(
  rule: Exclude<Rule, { kind: "spec" }>,
  spec: LoadedSpec,
  dialect: LoadedDialect,
  compilers: ReadonlyMap<string, Compiler>,
  report: Report,
): void {
  const compiler = compilers.get(dialect.name);
  if (compiler === undefined || !dialect.isLeagueSpec) return;
  if (rule.kind === "dialect") {
    rule.check({ spec, dialect, types: typesOf(dialect), compiler }, report);
    return;
  }
  for (const named of dialect.schemas.values()) {
    walk(named.schema, named.pointer, (schema, pointer) => {
      rule.check(schema, { file: named.file, pointer }, report, named);
    });
  }
}

/** The schemas in the model's type, which the structural rules check. */
function typesOf(dialect: LoadedDialect): ReadonlyMap<string, { readonly schema: Schema }> {
  return dialect.schemas as ReadonlyMap<string, { readonly schema: Schema }>;
}

/** Several dialects may share a file; its faults are reported once. */
function sorted(faults: readonly Fault[]): Fault[] {
  const unique = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
  return [...unique.values()].sort((a, b) => (a.file + a.pointer < b.file + b.pointer ? -1 : 1));
}
