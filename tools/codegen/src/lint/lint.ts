import type { Fault } from "../fault.js";
import type { Loaded } from "../load/load.js";
import type { Dialect } from "../model/model.js";
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
export function lint({ model, warnings: ofNames }: Loaded): Linted {
  const faults: Fault[] = [];
  const warnings = [...ofNames];
  const compilers = new Map(model.dialects.map((dialect) => [dialect.name, new Compiler(dialect)]));
  const report =
    (rule: string, severity?: "warning") =>
    (...[{ file, pointer }, cause, fix]: Finding) => {
      if (severity === "warning") warnings.push({ file, pointer, cause, fix, rule, isWarning: true });
      else faults.push({ file, pointer, cause, fix, rule });
    };
  for (const dialect of model.dialects) {
    faults.push(...invalidSchemas(dialect));
    if (!dialect.isLeagueSpec)
      for (const finding of openrpcForm(dialect)) report("openrpc-meta-schema", "warning")(...finding);
  }
  const own = model.dialects.flatMap((dialect): DialectContext[] => {
    const compiler = compilers.get(dialect.name);
    return dialect.isLeagueSpec && compiler !== undefined ? [{ model, dialect, compiler }] : [];
  });
  const run = <Input>(rules: readonly Rule<Input>[], inputs: readonly Input[]) => {
    for (const [id, find, severity] of rules)
      for (const input of inputs) for (const finding of find(input)) report(id, severity)(...finding);
  };
  if (faults.length === 0) run(STYLE, own);
  run(STRUCTURE, own);
  if (faults.length === 0) {
    run(MEANING, own);
    run(TABLES, [model]);
  }
  return { faults: sorted(faults), warnings: sorted(warnings), compilers };
}

/** What only the form of OpenRPC forbids takes no meaning away. */
function openrpcForm({ file, document }: Dialect): Finding[] {
  const fix = "Write what OpenRPC has there, or a name that begins with x-.";
  return metaFaults(document).map(({ pointer, message }) => [{ file, pointer }, message, fix]);
}

/** Several dialects may share a file; its faults are reported once. */
function sorted(faults: readonly Fault[]): Fault[] {
  const unique = new Map(faults.map((fault) => [JSON.stringify(fault), fault]));
  return [...unique.values()].sort((a, b) => (a.file + a.pointer < b.file + b.pointer ? -1 : 1));
}
