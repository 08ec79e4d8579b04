import { isList, isObject, type Json, type JsonObject, listAt, objectAt, stringAt } from "../json.js";
import { fieldsOf, messageTypeOf } from "../model/fields.js";
import type { Dialect, Model, Table } from "../model/model.js";
import { camel } from "../names.js";
import { File, type Output, PREAMBLE } from "../print/file.js";
import { jsonText, literal, propertyKey } from "../print/literal.js";
import { jsonKinds, type Schema, walk } from "../schema/schema.js";
import { emitValidator } from "./checks.js";
import { runtime } from "./modules.js";

/** A constant. */
function emitConstant(out: File, name: string, value: Json, doc: string): void {
  out.doc(doc);
  out.print`export const ${name} = ${literal(value)} as const;\n`;
}

/** A constant for each member and one object of all, so that a bundler leaves out the members that a program does not use. */
function emitMembers(
  out: File,
  name: string,
  members: readonly (readonly [key: string, constant: string, value: Json, doc: string])[],
  doc: string,
): void {
  for (const [, constant, value, about] of members) emitConstant(out, constant, value, about);
  out.doc(doc);
  out.print`export const ${name} = {`;
  for (const [key, constant] of members) out.print`  ${propertyKey(key)}: ${constant},`;
  out.print`} as const;`;
}

/** The numbers and names of the protocol, with keys in camel case. */
export function emitProtocol({ file, value }: Table): Output {
  const out = new File("protocol", file);
  const members = Object.entries(withCamelKeys(value) ?? {}).map(([name, member]) => {
    const constant = `protocol${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [name, constant, member as Json, `\`${name}\` of \`protocol\`.`] as const;
  });
  const doc =
    "The numbers and names of the contract. Times are in milliseconds and sizes in bytes, unless a name has another unit.";
  emitMembers(out, "protocol", members, doc);
  return out.render();
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

/** Every state machine as a table: state → event → next state. */
export function emitStates({ file, value }: Table): Output {
  const out = new File("states", file);
  const machines = Object.entries(objectAt(value, "machines")).map(([name, machine]) => {
    const about = (stringAt(machine, "description") ?? "").trim().replaceAll(/\s+/g, " ");
    return [name, `${camel(name)}Machine`, machineTable(isObject(machine) ? machine : {}), about] as const;
  });
  const doc = "The state machines of the contract: the allowed events of each state, with the next state.";
  emitMembers(out, "machines", machines, doc);
  out.print`
/** The name of a machine. */
export type MachineName = keyof typeof machines;

/** A state of one machine. */
export type StateOf<Machine extends MachineName> = (typeof machines)[Machine]["states"][number];

/** An event of one machine. */
export type EventOf<Machine extends MachineName> = {
  [State in StateOf<Machine>]: State extends keyof (typeof machines)[Machine]["transitions"]
    ? keyof (typeof machines)[Machine]["transitions"][State]
    : never;
}[StateOf<Machine>];`;
  return out.render();
}

/** The machine's row; its transitions are grouped by the state that they leave, in the order of the states. */
export function machineTable(machine: JsonObject): JsonObject {
  const states = Object.keys(objectAt(machine, "states"));
  const transitions: Record<string, Record<string, string>> = Object.fromEntries(
    states.map((state) => [state, {}]),
  );
  for (const transition of listAt(machine, "transitions")) {
    const on = stringAt(transition, "on") ?? "";
    for (const from of listAt(transition, "from")) {
      const leaving = transitions[String(from)];
      if (leaving !== undefined) leaving[on] = stringAt(transition, "to") ?? "";
    }
  }
  return {
    initial: stringAt(machine, "initial") ?? "",
    final: listAt(machine, "final"),
    states,
    transitions,
  };
}

/** The catalogue of errors, and the rules for the errors of schema faults. */
export function emitErrors({ file, value }: Table): Output {
  const out = new File("errors", file);
  const rows = (key: string) => listAt(value, key).filter(isObject);
  const camelRow = (row: JsonObject) =>
    Object.fromEntries(Object.entries(row).map(([key, member]) => [camel(key), member]));
  const catalogue = (list: string, key: string) =>
    Object.fromEntries(rows(list).map((row) => [String(row[key]), camelRow(row)]));
  emitConstant(out, "errors", catalogue("errors", "code"), "Every protocol error, by its code.");
  // Descriptions are four fifths of the catalogue.
  const codes = Object.fromEntries(
    rows("errors").map(({ code, name = null, rpc_code: rpcCode = null }) => [
      String(code),
      { name, rpcCode },
    ]),
  );
  emitConstant(out, "errorCodes", codes, "The name and the JSON-RPC code of every protocol error.");
  out.print`/** The code of a protocol error. */
export type ErrorCode = keyof typeof errors;

const schemaFaults: readonly { code: ErrorCode; pointer?: string; keyword?: string }[] = ${literal(rows("schema_faults"))};

/**
 * The protocol error for a message with these violations: that of the first rule of the contract that matches any of
 * them.
 *
 * A rule's pointer is a place in any message; a rule without pointer and keyword matches every violation.
 */
export function schemaFaultCode(violations: readonly Pick<${runtime.Violation}, "pointer" | "keyword">[]): ErrorCode | undefined {
  const rule = schemaFaults.find(({ pointer, keyword }) =>
    violations.some(
      (violation) =>
        (pointer === undefined || violation.pointer === pointer) && (keyword === undefined || violation.keyword === keyword),
    ),
  );
  return rule?.code;
}
`;
  const startup = catalogue("startup_errors", "name");
  emitConstant(out, "startupErrors", startup, "The reasons why an agent could not start, by name.");
  out.print`/** The name of a start-up error. */
export type StartupErrorName = keyof typeof startupErrors;

/** The reasons why a registration is refused. A refusal is an ordinary reply, not an error. */
export const rejections = ${literal(rows("rejections").map(camelRow))} as const;`;
  return out.render();
}

/** The wire forms and their vocabulary, as the data that a gateway reads; the check of another form, and its schema for editors. */
export function emitForms({ forms: files, formSchema: schema }: Model, main: Dialect): Output[] {
  const out = new File("forms", (files[0]?.file ?? "").replace(/[^/]+$/, "*.yaml"));
  out.doc("How agents outside of the contract write its messages.");
  out.print`export const forms: readonly { readonly name: string; readonly [member: string]: unknown }[] = [`;
  for (const { value } of files)
    for (const form of isList(value) ? value : []) out.print`  ${literal(form, 120, 1)},`;
  out.print`];\n`;
  out.doc("The words of other agents for the words of the contract.");
  const vocabulary = files.find(({ value }) => isObject(value))?.value ?? {};
  out.print`export const vocabulary = ${literal(vocabulary)} as const;\n`;
  out.doc(
    "The members of messages whose form can be inferred, without the envelope: the kind of each value by its pointer.",
  );
  out.print`export const messageMembers = ${literal(inferredMembers(main, vocabulary))} as const;`;
  if (schema === null || !isObject(schema.value)) return [out.render()];
  out.print``;
  emitValidator("validateForm", schema.value, "Whether data is a form as a user writes it.", out);
  const document = { $comment: `${PREAMBLE} ${schema.file}. Do not edit.`, ...schema.value };
  return [out.render(), { path: "openrpc/wire-form.schema.json", text: `${jsonText(document)}\n` }];
}

const MEMBER_KINDS = {
  string: "text",
  number: "number",
  boolean: "boolean",
  array: "list",
  object: "object",
} as const;

/** The members of the messages that the vocabulary names; of an object its members, unless it is named as a whole. */
function inferredMembers(dialect: Dialect, vocabulary: Json): JsonObject {
  const followed = ({ $ref, oneOf: [first] = [], ...schema }: Schema): Schema => {
    const next = $ref === undefined ? first : dialect.types.get($ref)?.schema;
    return next === undefined ? schema : followed(next);
  };
  const walked = (schema: Schema, parent: string): [string, string][] =>
    fieldsOf(dialect, schema).flatMap(({ name, schema: own, from }): [string, string][] => {
      const target = followed(own);
      const isWhole = listAt(vocabulary, "whole_objects").includes(name);
      if (from !== null || name === "message_type" || name === "auth_token") return [];
      if (target.properties !== undefined && !isWhole) return walked(target, `${parent}/${name}`);
      const kind = [...(jsonKinds(dialect, own, null) ?? [])].find((one) => one in MEMBER_KINDS);
      return [[`${parent}/${name}`, MEMBER_KINDS[(kind ?? "string") as keyof typeof MEMBER_KINDS]]];
    });
  const members = [...dialect.types.values()].map(({ schema }): [string | undefined, JsonObject] => [
    messageTypeOf(dialect, schema),
    Object.fromEntries(walked(schema, "")),
  ]);
  return Object.fromEntries(
    listAt(vocabulary, "inferred_messages").map((type) => [
      type,
      members.find(([one]) => one === type)?.[1] ?? {},
    ]),
  );
}

/** The texts that fault messages print instead of a regular expression: `x-pattern-description` of each schema with a pattern. */
export function emitPatternDescriptions({ dialects }: Model, source: string): Output {
  const descriptions: Record<string, string> = {};
  for (const { types } of dialects)
    for (const { schema } of types.values())
      walk(schema, "", ({ pattern, "x-pattern-description": description }) => {
        if (typeof pattern === "string" && typeof description === "string")
          descriptions[pattern] = description;
      });
  const out = new File("pattern-descriptions", source);
  out.doc("Descriptions of the patterns of the specification, by the source of each.");
  out.print`export const patternDescriptions: Readonly<Record<string, string>> = ${literal(descriptions)};`;
  return out.render();
}
