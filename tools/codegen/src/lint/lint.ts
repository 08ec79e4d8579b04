import type { Fault } from "../fault.js";
import type { LoadedDialect, LoadedSpec } from "../load/types.js";
import type { Schema } from "../schema/schema.js";
import { Compiler } from "../validate/compiler.js";
import { metaFaults } from "../validate/meta-schema.js";
import type { DialectContext, Finding, Rule } from "./rule.js";
import { MEANING, STRUCTURE, TABLES } from "./rules.js";
import { STYLE } from "./schema-style.js";
import { invalidSchemas } from "./valid-schemas.js";

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
  const report =
    (rule: string, severity?: "warning") =>
    (...[{ file, pointer }, cause, fix]: Finding) => {
      if (severity === "warning") warnings.push({ file, pointer, cause, fix, rule, isWarning: true });
      else faults.push({ file, pointer, cause, fix, rule });
    };
  for (const dialect of spec.dialects) {
    warnings.push(...dialect.warnings);
    faults.push(...invalidSchemas(dialect.schemas));
    if (!dialect.isLeagueSpec)
      for (const finding of openrpcForm(dialect)) report("openrpc-meta-schema", "warning")(...finding);
  }
  const own = spec.dialects.flatMap((dialect): DialectContext[] => {
    const compiler = compilers.get(dialect.name);
    const types = typesOf(dialect);
    return dialect.isLeagueSpec && compiler !== undefined ? [{ spec, dialect, types, compiler }] : [];
  });
  const run = <Input>(rules: readonly Rule<Input>[], inputs: readonly Input[]) => {
    for (const [id, find, severity] of rules)
      for (const input of inputs) for (const finding of find(input)) report(id, severity)(...finding);
  };
  if (faults.length === 0) run(STYLE, own);
  run(STRUCTURE, own);
  if (faults.length === 0) {
    run(MEANING, own);
    run(TABLES, [spec]);
  }
  return { faults: sorted(faults), warnings: sorted(warnings), compilers };
}

/** What only the form of OpenRPC forbids takes no meaning away. */
function openrpcForm({ file, document }: LoadedDialect): Finding[] {
  const fix = "Write what OpenRPC has there, or a name that begins with x-.";
  return metaFaults(document).map(({ pointer, message }) => [{ file, pointer }, message, fix]);
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
