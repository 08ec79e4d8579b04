import { isObject, type JsonObject, listAt } from "../json.js";
import type { Table } from "../model/model.js";
import { camel } from "../names.js";
import { File, type Output } from "../print/file.js";
import { literal } from "../print/literal.js";
import { runtime } from "./modules.js";

/** The catalogue of errors, and the rules for the errors of schema faults. */
export function emitErrors(table: Table): Output {
  const out = new File("errors", table.source);
  emitCatalogue(out, "errors", "code", "Every protocol error, by its code.", rows(table, "errors"));
  out.print``;
  emitCodes(out, rows(table, "errors"));
  out.print``;
  out.doc("The code of a protocol error.");
  out.print`export type ${out.declareType("ErrorCode")} = keyof typeof errors;\n`;
  emitSchemaFaults(out, rows(table, "schema_faults"));
  out.print``;
  emitCatalogue(
    out,
    "startupErrors",
    "name",
    "The reasons why an agent could not start, by name.",
    rows(table, "startup_errors"),
  );
  out.print``;
  out.doc("The name of a start-up error.");
  out.print`export type ${out.declareType("StartupErrorName")} = keyof typeof startupErrors;\n`;
  out.doc("The reasons why a registration is refused. A refusal is an ordinary reply, not an error.");
  out.print`export const ${out.declareValue("rejections")} = ${literal(rows(table, "rejections").map(camelRow))} as const;`;
  return out.render();
}

function rows(table: Table, key: string): JsonObject[] {
  return listAt(table.value, key).filter(isObject);
}

function camelRow(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), value]));
}

function emitCatalogue(out: File, name: string, key: string, doc: string, list: readonly JsonObject[]): void {
  out.doc(doc);
  const catalogue = Object.fromEntries(list.map((row) => [String(row[key]), camelRow(row)]));
  out.print`export const ${out.declareValue(name)} = ${literal(catalogue)} as const;`;
}

/** The name and JSON-RPC code of each error, without descriptions, which are four fifths of the catalogue. */
function emitCodes(out: File, list: readonly JsonObject[]): void {
  out.doc("The name and the JSON-RPC code of every protocol error.");
  const codes = Object.fromEntries(
    list.map(({ code, name, rpc_code }) => [String(code), { name: name ?? null, rpcCode: rpc_code ?? null }]),
  );
  out.print`export const ${out.declareValue("errorCodes")} = ${literal(codes)} as const;`;
}

function emitSchemaFaults(out: File, list: readonly JsonObject[]): void {
  out.print`const ${out.declareValue("schemaFaults")}: readonly { code: ErrorCode; pointer?: string; keyword?: string }[] = ${literal(list)};\n`;
  out.doc(
    "The protocol error for a message with these violations: that of the first rule of the contract that matches any of them.",
    "A rule's pointer is a place in any message; a rule without pointer and keyword matches every violation.",
  );
  out.print`export function ${out.declareValue("schemaFaultCode")}(violations: readonly Pick<${runtime.Violation}, "pointer" | "keyword">[]): ErrorCode | undefined {
  const rule = schemaFaults.find(({ pointer, keyword }) =>
    violations.some(
      (violation) =>
        (pointer === undefined || violation.pointer === pointer) && (keyword === undefined || violation.keyword === keyword),
    ),
  );
  return rule?.code;
}`;
}
