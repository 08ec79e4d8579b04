import { Ajv2020 } from "ajv/dist/2020.js";
import type { Fault } from "../fault.js";
import type { Loaded } from "../load/load.js";
import type { Dialect, Model } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { childPointer } from "../runtime/pointer.js";
import { walk } from "../schema/schema.js";
import { metaFaults, rawFaults } from "../validate/ajv.js";
import {
  descriptions,
  examples,
  knownErrors,
  messageTypes,
  methodMembers,
  nearMisses,
  noCycles,
  noUnused,
  shownFields,
  titles,
} from "./message-rules.js";
import type { DialectContext, Finding, Rule } from "./rule.js";
import { STYLE } from "./schema-style.js";
import { errorCatalogue, numberedClauses, protocolValues, stateMachines } from "./table-rules.js";

/** What the other rules depend on: after a fault of one of these, they do not run. */
export const STRUCTURE: readonly Rule<DialectContext>[] = [
  ["titles", titles],
  ["no-cycles", noCycles],
  ["method-members", methodMembers],
];

export const MEANING: readonly Rule<DialectContext>[] = [
  ["descriptions", descriptions],
  ["message-types", messageTypes],
  ["examples", examples],
  ["near-misses", nearMisses],
  ["shown-fields", shownFields, "warning"],
  ["no-unused", noUnused, "warning"],
  ["known-errors", knownErrors],
];

/** The rules about the tables next to the dialects. */
export const TABLES: readonly Rule<Model>[] = [
  ["state-machines", stateMachines],
  ["error-catalogue", errorCatalogue],
  ["numbered-clauses", numberedClauses],
  ["protocol-values", protocolValues],
];

export interface Linted {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
}

/** Runs every rule that applies. Faults are in the order of the files. */
export function lint({ model, warnings: ofNames }: Loaded): Linted {
  const faults: Fault[] = [];
  const warnings = [...ofNames];
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
  const own = model.dialects.filter((dialect) => dialect.isLeagueSpec).map((dialect) => ({ model, dialect }));
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
  return { faults: sorted(faults), warnings: sorted(warnings) };
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

/** Keywords whose values mean nothing: `minLength: "3"`, or a pattern that is no regular expression. */
export function invalidSchemas({ types }: Dialect): Fault[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false, validateFormats: false });
  const faults: Fault[] = [];
  for (const { file, pointer, schema } of types.values()) {
    if (!ajv.validateSchema(schema)) {
      for (const { pointer: at, message } of explain(rawFaults(ajv.errors ?? []), schema)) {
        const fix = "Write what JSON Schema has for this keyword.";
        faults.push({ file, pointer: pointer + at, cause: message, fix, rule: "schemas" });
      }
    }
    walk(schema, pointer, (part, at) => {
      const patterns: [text: string, keys: string[]][] = [
        [part.pattern ?? "", ["pattern"]],
        ...Object.keys(part.patternProperties ?? {}).map(
          (text) => [text, ["patternProperties", text]] as [string, string[]],
        ),
      ];
      for (const [text, keys] of patterns) {
        const cause = regularExpressionFault(text);
        const fix = "Correct the regular expression: ECMAScript, with the flag u.";
        if (cause !== null)
          faults.push({ file, pointer: childPointer(at, ...keys), cause, fix, rule: "schemas" });
      }
    });
  }
  return faults;
}

function regularExpressionFault(text: unknown): string | null {
  try {
    if (typeof text === "string") new RegExp(text, "u");
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
