import { isList, isObject, type Json, objectAt } from "../json.js";
import type { Table } from "../model/model.js";
import { camel } from "../names.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";

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
