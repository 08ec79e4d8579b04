import { Ajv2020 } from "ajv/dist/2020.js";
import { type Fault, isError } from "../fault.js";
import type { Loaded } from "../load/load.js";
import type { Dialect } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { childPointer } from "../runtime/values.js";
import { walk } from "../schema/schema.js";
import { metaFaults, rawFaults } from "../validate/ajv.js";
import { type Finding, type Rules, styleFindings } from "./demands.js";
import { MEANING, STRUCTURE } from "./message-rules.js";
import { TABLES } from "./table-rules.js";

/** The rules whose findings do not stop the generator. */
const WARNINGS = new Set(["shown-fields", "no-unused", "pattern-descriptions"]);

/** Runs every rule that applies. The errors are first, in the order of the files. */
export function lint({ model, warnings }: Loaded): Fault[] {
  const found = [...warnings];
  const add = (rule: string, [{ file, pointer }, cause, fix]: Finding, isWarning = WARNINGS.has(rule)) =>
    found.push({ file, pointer, cause, fix, rule, ...(isWarning ? { isWarning } : {}) });
  const run = <Input>(rules: Rules<Input>, inputs: readonly Input[]) => {
    for (const [rule, find] of Object.entries(rules))
      for (const input of inputs) for (const finding of find(input)) add(rule, finding);
  };
  for (const dialect of model.dialects) {
    for (const finding of invalidSchemas(dialect)) add("schemas", finding);
    const fix = "Write what OpenRPC has there, or a name that begins with x-.";
    // In other documents, members that OpenRPC does not have take no meaning away.
    for (const { pointer, message } of metaFaults(dialect.document))
      add("openrpc-meta-schema", [{ file: dialect.file, pointer }, message, fix], !dialect.isLeagueSpec);
  }
  const dialects = model.dialects.filter((dialect) => dialect.isLeagueSpec);
  const own = dialects.map((dialect) => ({ model, dialect }));
  if (!found.some(isError)) {
    for (const [rule, finding] of styleFindings(dialects)) add(rule, finding);
    run(STRUCTURE, own);
  }
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

/** One for all dialects: it compiles the meta-schema once. */
const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false, validateFormats: false });

/** Keywords whose values mean nothing: `minLength: "3"`, or a pattern that is no regular expression. */
function* invalidSchemas({ types }: Dialect): Generator<Finding> {
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
