import { isList, isObject, type Json } from "../json.js";
import type { Table } from "../model/model.js";
import { camel } from "../names.js";
import { File, type Output } from "../print/file.js";
import { literal } from "../print/literal.js";

/** The numbers and names of the protocol, with keys in camel case. */
export function emitProtocol(table: Table): Output {
  const out = new File("protocol", table.source);
  out.doc(
    "The numbers and names that the contract fixes. Times are in milliseconds, sizes in bytes, where a name does not say otherwise.",
  );
  out.print`export const ${out.declareValue("protocol")} = ${literal(withCamelKeys(table.value))} as const;`;
  return out.render();
}

/** Keys that are identifiers in snake case become camel case; keys that are data (E001, match.v1) stay as they are. */
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
