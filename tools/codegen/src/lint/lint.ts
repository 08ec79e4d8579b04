import { Ajv2020 } from "ajv/dist/2020.js";
import { type Fault, isError } from "../fault.js";
import type { Loaded } from "../load/load.js";
import type { Dialect, Model } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { childPointer } from "../runtime/pointer.js";
import { walk } from "../schema/schema.js";
import { metaFaults, rawFaults } from "../validate/ajv.js";
import { type DialectContext, type Finding, type Rule, styleRules } from "./demands.js";
import {
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
import { errorCatalogue, numberedClauses, protocolValues, stateMachines } from "./table-rules.js";

/** What the other rules depend on: after a fault of one of these, they do not run. */
export const STRUCTURE: readonly Rule<DialectContext>[] = [
  ["titles", titles],
  ["no-cycles", noCycles],
  ["method-members", methodMembers],
];

export const MEANING: readonly Rule<DialectContext>[] = [
  ["message-types", messageTypes],
  ["examples", examples],
  ["near-misses", nearMisses],
  ["shown-fields", shownFields, true],
  ["no-unused", noUnused, true],
  ["known-errors", knownErrors],
];

/** The rules about the tables next to the dialects. */
export const TABLES: readonly Rule<Model>[] = [
  ["state-machines", stateMachines],
  ["error-catalogue", errorCatalogue],
  ["numbered-clauses", numberedClauses],
  ["protocol-values", protocolValues],
];

/** Runs every rule that applies. The errors are first, in the order of the files. */
export function lint({ model, warnings }: Loaded): Fault[] {
  const found = [...warnings];
  const run = <Input>(rules: readonly Rule<Input>[], inputs: readonly Input[]) => {
    for (const [rule, find, isWarning] of rules)
      for (const input of inputs)
        for (const [{ file, pointer }, cause, fix] of find(input))
          found.push({ file, pointer, cause, fix, rule, ...(isWarning === true && { isWarning }) });
  };
  const own = model.dialects.filter((dialect) => dialect.isLeagueSpec).map((dialect) => ({ model, dialect }));
  run([["schemas", invalidSchemas]], model.dialects);
  for (const dialect of model.dialects)
    run([["openrpc-meta-schema", openrpcForm, !dialect.isLeagueSpec]], [dialect]);
  if (!found.some(isError)) run([...(own.length > 0 ? styleRules() : []), ...STRUCTURE], own);
  if (!found.some(isError)) {
    run(MEANING, own);
    run(TABLES, [model]);
  }
  // Several dialects may share a file; its faults are reported once.
  const unique = new Map(found.map((fault) => [JSON.stringify(fault), fault]));
  const rank = (fault: Fault) => Number(!isError(fault));
  return [...unique.values()].sort(
    (a, b) => rank(a) - rank(b) || (a.file + a.pointer < b.file + b.pointer ? -1 : 1),
  );
}

/** Members that OpenRPC does not have. In other documents they take no meaning away. */
function openrpcForm({ file, document }: Dialect): Finding[] {
  const fix = "Write what OpenRPC has there, or a name that begins with x-.";
  return metaFaults(document).map(({ pointer, message }) => [{ file, pointer }, message, fix]);
}

/** Keywords whose values mean nothing: `minLength: "3"`, or a pattern that is no regular expression. */
function* invalidSchemas({ types }: Dialect): Generator<Finding> {
  const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false, validateFormats: false });
  for (const { file, pointer, schema } of types.values()) {
    const faults = ajv.validateSchema(schema) ? [] : rawFaults(ajv.errors ?? []);
    for (const { pointer: at, message } of explain(faults, schema))
      yield [{ file, pointer: pointer + at }, message, "Write what JSON Schema has for this keyword."];
    const patterns: [text: unknown, at: string][] = [];
    walk(schema, pointer, ({ pattern, patternProperties = {} }, at) => {
      patterns.push([pattern, childPointer(at, "pattern")]);
      for (const text of Object.keys(patternProperties))
        patterns.push([text, childPointer(at, "patternProperties", text)]);
    });
    for (const [text, at] of patterns) {
      const cause = regularExpressionFault(text);
      const fix = "Correct the regular expression: ECMAScript, with the flag u.";
      if (cause !== null) yield [{ file, pointer: at }, cause, fix];
    }
  }
}

function regularExpressionFault(text: unknown): string | null {
  try {
    if (typeof text === "string") new RegExp(text, "u");
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
