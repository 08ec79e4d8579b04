import type { Fault } from "../fault.js";
import type { LoadedDialect, LoadedSpec } from "../load/types.js";
import { childPointer } from "../pointer.js";
import type { Schema } from "../schema/schema.js";
import { Compiler } from "../validate/compiler.js";
import { metaFaults } from "../validate/meta-schema.js";
import type { Report } from "./rule.js";
import { rules } from "./rules/index.js";
import { SCHEMA_STYLE } from "./schema-style.js";
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
  const report =
    (rule: string, isWarning?: true): Report =>
    ({ file, pointer }, cause, fix) => {
      if (isWarning === true) warnings.push({ file, pointer, cause, fix, rule, isWarning });
      else faults.push({ file, pointer, cause, fix, rule });
    };
  for (const dialect of spec.dialects) {
    warnings.push(...dialect.warnings);
    faults.push(...invalidSchemas(dialect.schemas));
    if (!dialect.isLeagueSpec) openrpcForm(dialect, report("openrpc-meta-schema", true));
  }
  const own = spec.dialects.filter((dialect) => dialect.isLeagueSpec);
  if (faults.length === 0) for (const dialect of own) schemaStyle(dialect, report);
  for (const phase of ["structure", "meaning"] as const) {
    if (phase === "meaning" && faults.length > 0) break;
    for (const rule of rules.filter((candidate) => candidate.phase === phase)) {
      if (rule.kind === "spec") rule.check(spec, report(rule.id, rule.isWarning));
      else
        for (const dialect of own) {
          const compiler = compilers.get(dialect.name);
          if (compiler !== undefined)
            rule.check({ spec, dialect, types: typesOf(dialect), compiler }, report(rule.id, rule.isWarning));
        }
    }
  }
  return { faults: sorted(faults), warnings: sorted(warnings), compilers };
}

/** What only the form of OpenRPC forbids takes no meaning away. */
function openrpcForm({ file, document }: LoadedDialect, report: Report): void {
  for (const { pointer, message } of metaFaults(document)) {
    report({ file, pointer }, message, "Write what OpenRPC has there, or a name that begins with x-.");
  }
}

function schemaStyle(dialect: LoadedDialect, report: (rule: string, isWarning?: true) => Report): void {
  const types = { types: typesOf(dialect) };
  for (const { file, pointer: top, schema: whole } of dialect.schemas.values()) {
    walk(whole as Schema, top, (schema, pointer) => {
      for (const [id, find, isWarning] of SCHEMA_STYLE) {
        for (const found of find(schema, types)) {
          if (found !== false)
            report(id, isWarning)({ file, pointer: childPointer(pointer, ...found[0]) }, found[1], found[2]);
        }
      }
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
