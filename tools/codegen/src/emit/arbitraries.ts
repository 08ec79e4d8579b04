import { isTime } from "../invalid-samples/texts.js";
import { fieldsOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { isMap, isNullable, mainTypes, type Schema, type TypeName } from "../model/schema.js";
import { type Code, code, indent, join, namespaceNamed, type Printable, valueNamed } from "../print/code.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey, quote } from "../print/literal.js";
import { wireName } from "./builders.js";
import { messagesOf } from "./examples.js";
import { arbitrary, arbitraryModule, examples, runtime, sampleSet, sentType } from "./modules.js";

const fc = namespaceNamed("fc", "package:fast-check");

/** fast-check generators: one module a schema, each for valid sent data. */
export function emitArbitraries(dialect: Dialect): Output[] {
  const messages = new Set(messagesOf(dialect));
  return [
    ...[...dialect.types.values()].map((type) => emitOne(dialect, type, messages.has(type))),
    emitTable(dialect, [...messages]),
  ];
}

function emitOne(dialect: Dialect, type: NamedType, isMessage: boolean): Output {
  const out = new File(arbitraryModule(dialect, type), type.source);
  const wire = wireName(dialect, type);
  out.doc(`Any valid ${wire}, in the sent form.`);
  out.print`export function ${arbitrary(dialect, type)}(): ${fc}.Arbitrary<${sentType(dialect, type)}> {`;
  out.print`  return ${indent(generator(dialect, type.schema))};`;
  out.print`}`;
  if (!isMessage) return out.render();
  out.print``;
  out.doc(`Any ${wire} with one fault, and the fault.`);
  const name = out.declareValue(`invalid${type.name}`);
  out.print`export function ${name}(): ${fc}.Arbitrary<${runtime.Faulty}> {`;
  out.print`  return ${runtime.withAnyFault}(${arbitrary(dialect, type)}(), ${examples(dialect, type)}, ${sampleSet(dialect, type, "Faults")});`;
  out.print`}`;
  return out.render();
}

function generator(dialect: Dialect, schema: Schema): Code {
  if (schema.$ref !== undefined) return call(dialect, schema.$ref);
  if (schema.oneOf !== undefined)
    return code`${fc}.oneof(${list(schema.oneOf.map((option) => generator(dialect, option)))})`;
  if (schema.const !== undefined) return code`${fc}.constant(${literal(schema.const)})`;
  if (schema.enum !== undefined) {
    return code`${fc}.constantFrom(${list(schema.enum.map((member) => literal(member)))})`;
  }
  const [type] = mainTypes(schema);
  if (type === undefined) return isNullable(schema) ? code`${fc}.constant(null)` : anything();
  const main = plain(dialect, schema, type);
  return isNullable(schema) ? code`${fc}.option(${main}, { nil: null })` : main;
}

function call(dialect: Dialect, name: string): Code {
  const type = dialect.types.get(name);
  if (type === undefined) throw new Error(`no schema ${name}`);
  return code`${arbitrary(dialect, type)}()`;
}

function plain(dialect: Dialect, schema: Schema, type: TypeName): Code {
  switch (type) {
    case "string":
      return text(schema);
    case "integer":
      return code`${fc}.integer(${options({ min: schema.minimum, max: schema.maximum })})`;
    case "number":
      // Adding zero converts -0 to 0, because JSON has no -0.
      return code`${fc}.double(${options({ min: schema.minimum, max: schema.maximum, noNaN: true, noDefaultInfinity: true })}).map((n) => n + 0)`;
    case "boolean":
      return code`${fc}.boolean()`;
    case "array": {
      const limits = options({
        minLength: schema.minItems,
        maxLength: Math.min(schema.maxItems ?? 4, (schema.minItems ?? 0) + 4),
      });
      return code`${fc}.array(${generator(dialect, schema.items ?? {})}, ${limits})`;
    }
    default:
      return isMap(schema) ? map(dialect, schema) : record(dialect, schema);
  }
}

function text({ pattern, minLength, maxLength }: Schema): Code {
  if (pattern === undefined) return code`${fc}.string(${options({ minLength, maxLength })})`;
  const expression = new RegExp(pattern, "u");
  if (isTime(expression)) {
    const range = `{ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true }`;
    return code`${fc}.date(${range}).map((date) => date.toISOString())`;
  }
  const matching = code`${fc}.stringMatching(${String(expression)})`;
  const limits = [
    ...(minLength === undefined ? [] : [`[...text].length >= ${minLength}`]),
    ...(maxLength === undefined ? [] : [`[...text].length <= ${maxLength}`]),
  ];
  return limits.length === 0 ? matching : code`${matching}.filter((text) => ${limits.join(" && ")})`;
}

function map(dialect: Dialect, schema: Schema): Code {
  const rest = schema.additionalProperties;
  if (rest === false) return code`${fc}.constant({})`;
  const values = typeof rest === "object" ? generator(dialect, rest) : anything();
  const keys = code`${fc}.stringMatching(/^[A-Za-z][A-Za-z0-9_.-]{0,15}$/)`;
  return code`${fc}.dictionary(${keys}, ${values}, { maxKeys: 4, noNullPrototype: true })`;
}

function record(dialect: Dialect, schema: Schema): Code {
  const fields = fieldsOf(dialect, schema);
  const members = fields.map(
    (field) => code`${propertyKey(field.name)}: ${generator(dialect, field.schema)},`,
  );
  const required = fields.filter((field) => field.sentRequired).map((field) => quote(field.name));
  const keys = required.length === fields.length ? "" : `requiredKeys: [${required.join(", ")}], `;
  return code`${fc}.record(\n  ${indent(code`{\n${indent(code`  ${join(members, "\n")}`)}\n}`)},\n  { ${keys}noNullPrototype: true },\n)`;
}

/** Any JSON value after a round trip through text, because JSON has no -0. */
function anything(): Code {
  return code`${fc}.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as typeof value)`;
}

function list(items: readonly Printable[]): Code {
  return join(items, ", ");
}

function options(values: Readonly<Record<string, number | boolean | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `{ ${given.map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
}

function emitTable(dialect: Dialect, messages: readonly NamedType[]): Output {
  const out = new File(`${dialect.name}/arbitraries`, dialect.source);
  for (const type of dialect.types.values()) out.exportAll(arbitraryModule(dialect, type));
  for (const type of messages) out.print`export { ${sampleSet(dialect, type, "Faults")} };`;
  out.print``;
  out.doc("All generators by message type, for tests of every message.");
  out.print`export const ${out.declareValue("arbitraries")} = {`;
  for (const type of messages) {
    const invalid = valueNamed(`invalid${type.name}`, arbitraryModule(dialect, type));
    out.print`  ${propertyKey(wireName(dialect, type))}: { valid: ${arbitrary(dialect, type)}, invalid: ${invalid} },`;
  }
  out.print`} as const;`;
  return out.render();
}
