import { hasBuilder, planOf, wireName } from "../emit/messages.js";
import { pairsOf } from "../emit/replies.js";
import { machineTable } from "../emit/tables.js";
import { SpecError } from "../fault.js";
import { isObject, type Json, type JsonObject, listAt, objectAt } from "../json.js";
import { messageTypeOf, receivedForm, withoutNotes } from "../model/fields.js";
import type { Dialect, Exchange, Method, Model, NamedType } from "../model/model.js";
import { jsonRows } from "../print/literal.js";
import { type Schema, walk } from "../schema/schema.js";

import { parameterOf } from "./messages.js";
import { pythonPattern, UntranslatablePattern } from "./patterns.js";

/** The contract as data, for the interpreter of the emitted package. Each schema, method and row has a line of its own. */
export function contractJson(model: Model, comment: string): string {
  const { protocol, states, errors } = model;
  const catalogue = errors?.value ?? {};
  const byKey = (list: string, key: string) =>
    Object.fromEntries(
      listAt(catalogue, list)
        .filter(isObject)
        .map((row) => [String(row[key]), row]),
    );
  const machines = Object.entries(objectAt(states?.value ?? {}, "machines"));
  const dialects = model.dialects.map((dialect) => [dialect.name, dialectData(dialect)] as const);
  const sections: JsonObject = {
    $comment: comment,
    protocol: protocol?.value ?? {},
    errors: byKey("errors", "code"),
    startup_errors: byKey("startup_errors", "name"),
    schema_faults: listAt(catalogue, "schema_faults"),
    rejections: listAt(catalogue, "rejections"),
    machines: Object.fromEntries(
      machines.map(([name, row]) => [name, machineTable(isObject(row) ? row : {})]),
    ),
    patterns: patterns(model),
  };
  const all = [
    ...Object.entries(sections).map(([name, table]) => [name, jsonRows(table, 1, " ")] as const),
    ["dialects", jsonRows(Object.fromEntries(dialects), 3, " ")] as const,
  ];
  return `{\n${all.map(([name, text]) => ` "${name}": ${text}`).join(",\n")}\n}\n`;
}

function dialectData(dialect: Dialect): JsonObject {
  const types = [...dialect.types.values()];
  const builders = dialect.isMain ? types.filter((type) => hasBuilder(dialect, type)) : [];
  const schema = ({ schema }: NamedType) =>
    (dialect.isLeagueSpec ? receivedForm(schema) : plainForm(schema)) as Json;
  return {
    methods: Object.fromEntries(dialect.methods.map((method) => [method.name, methodData(method)])),
    messages: Object.fromEntries(
      types.flatMap(({ name, schema }) => {
        const type = messageTypeOf(dialect, schema);
        return type === undefined ? [] : [[name, type]];
      }),
    ),
    builders: Object.fromEntries(builders.map((type) => [type.name, builderData(dialect, type)])),
    replies: Object.fromEntries(
      (dialect.isMain ? pairsOf(dialect) : []).map(({ request, reply, copied }) => [
        wireName(dialect, request),
        { reply: reply.name, copied },
      ]),
    ),
    schemas: Object.fromEntries(types.map((type) => [type.name, schema(type)])),
  };
}

function methodData(method: Method): JsonObject {
  return {
    ...exchangeData(method),
    ack: method.ack?.name ?? null,
    from: method.from,
    to: method.to,
    envelope: method.envelope,
    summary: method.summary,
    positional: method.positional ? method.params : null,
    forms: method.forms.map(exchangeData),
  };
}

function exchangeData({
  request,
  reply,
  deadlineMs,
  retries,
  retryPauseMs,
  bestEffort,
}: Exchange): JsonObject {
  return {
    request: request.name,
    reply: reply?.name ?? null,
    deadline_ms: deadlineMs,
    retries,
    retry_pause_ms: retryPauseMs,
    best_effort: bestEffort,
  };
}

function builderData(dialect: Dialect, type: NamedType): JsonObject {
  const plan = planOf(dialect, type);
  const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);
  const renamed = plan.given.filter(({ name }) => parameterOf(name) !== name);
  return {
    fields: names(plan.fields),
    required: names(plan.fields.filter((field) => field.sentRequired)),
    constants: Object.fromEntries(plan.constants.map((field) => [field.name, field.schema.const ?? null])),
    identity: names(plan.identity),
    parameters: Object.fromEntries(renamed.map(({ name }) => [name, parameterOf(name)])),
  };
}

function plainForm(schema: Schema): Schema {
  return withoutNotes(schema, plainForm);
}

/** Every pattern as Python's, with its description in words. */
function patterns({ dialects }: Model): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const { types } of dialects)
    for (const { schema, file, pointer } of types.values())
      walk(schema, pointer, (part, at) => {
        for (const pattern of [part.pattern, ...Object.keys(part.patternProperties ?? {})]) {
          if (pattern === undefined) continue;
          const words = part["x-pattern-description"] ?? found[pattern]?.words ?? null;
          found[pattern] = { python: translated(pattern, file, at), words };
        }
      });
  return found;
}

function translated(pattern: string, file: string, pointer: string): string {
  try {
    return pythonPattern(pattern);
  } catch (error) {
    if (!(error instanceof UntranslatablePattern)) throw error;
    const cause = `the pattern ${pattern} cannot be written for Python: ${error.message}`;
    throw new SpecError([
      { file, pointer, cause, fix: "Write the pattern in another way, or generate another language." },
    ]);
  }
}
