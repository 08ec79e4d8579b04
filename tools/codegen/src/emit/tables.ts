import { isList, isObject, type Json, objectAt } from "../json.js";
import type { FormTables, Model, Table } from "../model/model.js";
import { camel } from "../names.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";

import { walk } from "../schema/schema.js";

/** The numbers and names of the protocol, with keys in camel case. */
export function emitProtocol(table: Table): Output {
  const out = new File("protocol", table.source);
  const members = Object.entries(objectAt({ protocol: withCamelKeys(table.value) }, "protocol"));
  for (const [name, value] of members) {
    out.print`/** \`${name}\` of \`protocol\`. */`;
    out.print`export const ${out.declareValue(constantName(name))} = ${literal(value)} as const;\n`;
  }
  out.doc(
    "The numbers and names of the contract. Times are in milliseconds and sizes in bytes, unless a name has another unit.",
  );
  out.print`export const ${out.declareValue("protocol")} = {`;
  for (const [name] of members) out.print`  ${propertyKey(name)}: ${constantName(name)},`;
  out.print`} as const;`;
  return out.render();
}

/** The name of a separate constant for each member, so that a bundler leaves out the unused ones. */
function constantName(member: string): string {
  return `protocol${member.charAt(0).toUpperCase()}${member.slice(1)}`;
}

/** Converts keys in snake case to camel case; keys that are data (E001, match.v1) are not changed. */
function withCamelKeys(value: Json): Json {
  if (isList(value)) return value.map(withCamelKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      /^[a-z][a-z0-9_]*$/.test(key) ? camel(key) : key,
      withCamelKeys(member),
    ]),
  );
}

/** The wire forms and their vocabulary, as the data that a gateway reads. */
export function emitForms({ source, forms, vocabulary }: FormTables): Output {
  const out = new File("forms", source);
  out.doc("How agents outside of the contract write its messages.");
  out.print`export const ${out.declareValue("forms")}: readonly { readonly name: string; readonly [member: string]: unknown }[] = [`;
  for (const form of forms) out.print`  ${literal(form, 120, 1)},`;
  out.print`];`;
  out.print``;
  out.doc("The words of other agents for the words of the contract.");
  out.print`export const ${out.declareValue("vocabulary")} = ${literal(vocabulary)} as const;`;
  return out.render();
}

/** The texts that fault messages print instead of a regular expression: `x-pattern-description` of each schema with a pattern. */
export function emitPatternDescriptions({ dialects }: Model, source: string): Output {
  const descriptions = new Map<string, string>();
  for (const { types } of dialects)
    for (const { schema } of types.values())
      walk(schema, "", (part) => {
        const { pattern, "x-pattern-description": description } = part;
        if (typeof pattern !== "string" || typeof description !== "string") return;
        descriptions.set(pattern.replaceAll("\\/", "/"), description);
      });
  const out = new File("pattern-descriptions", source);
  out.doc("Descriptions of the patterns of the specification, by the source of each.");
  out.print`export const ${out.declareValue("patternDescriptions")}: Readonly<Record<string, string>> = ${literal(Object.fromEntries(descriptions))};`;
  return out.render();
}
