import { below } from "../fault.js";
import { isList, isObject, type Json, listAt } from "../json.js";
import { fieldsOf, messageTypeOf } from "../model/fields.js";
import type { Dialect, NamedType } from "../model/model.js";
import { constant } from "../names.js";
import { explain, placeOf } from "../runtime/explain.js";
import { type FieldFault, withFault } from "../runtime/field-fault.js";
import { childPointer } from "../runtime/values.js";
import { mainTypes, reachedFrom, recursiveTypes, type Schema, type Types } from "../schema/schema.js";
import { type DialectContext, formFaults, messages, type Rules } from "./demands.js";

/** What the other rules depend on: after a fault of one of these, they do not run. */
export const STRUCTURE: Rules<DialectContext> = {
  /** A title is the schema's TypeScript name: Pascal case, equal to the key in its file, and unique. */
  *titles({ dialect }) {
    for (const named of dialect.types.values()) {
      const title = named.schema.title;
      const fix = `Write "title: ${named.name}".`;
      if (title === undefined) yield [named, "the schema has no title", fix];
      else if (!/^[A-Z][A-Za-z0-9]*$/.test(title))
        yield [below(named, "title"), `${title} is not a name in Pascal case`, "Write it like GameOver."];
      else if (title !== named.name)
        yield [below(named, "title"), `${title} stands under ${named.name}`, fix];
    }
  },

  /** No message contains itself, so that examples and generators are finite. */
  *"no-cycles"({ dialect }) {
    for (const name of recursiveTypes(dialect)) {
      const at = dialect.types.get(name);
      if (at !== undefined)
        yield [at, `the schema ${name} contains itself`, "Replace one of the references by an id."];
    }
  },

  /** Every method has callers, receivers, params, a deadline and a reply. */
  *"method-members"({ dialect }) {
    for (const method of dialect.methods) {
      const { raw, name, reply } = method;
      yield* formFaults("method", raw, method);
      const named = raw["x-reply-message"] ?? null;
      const type = messageTypeOf(dialect, reply?.schema ?? {}) ?? null;
      if (named !== type) {
        const cause = `it says ${named}, but the result of ${name} is ${type}`;
        yield [below(method, "x-reply-message"), cause, `Write x-reply-message: ${type}.`];
      }
    }
  },
};

export const MEANING: Rules<DialectContext> = {
  /** The message_type is the title in capitals. Messages without the envelope have x-envelope: false. */
  *"message-types"(context) {
    const { dialect } = context;
    const bare = new Set(
      [...dialect.methods, ...dialect.routes]
        .filter(({ raw }) => raw["x-envelope"] === false)
        .flatMap(({ request, reply }) => [request, reply]),
    );
    for (const message of messages(context)) {
      const { name, schema } = message;
      if (schema["x-envelope"] === false || bare.has(message)) continue;
      const at = below(message, "properties", "message_type");
      const type = messageTypeOf(dialect, schema);
      if (type === undefined) {
        const fix = `Add message_type: { type: string, const: ${constant(name)} }, or x-envelope: false to the schema.`;
        yield [at, `${name} does not say its message type`, fix];
      } else if (type !== constant(name))
        yield [at, `${name} calls itself ${type}`, `Write const: ${constant(name)}, or rename the schema.`];
      const known = new Set(fieldsOf(dialect, schema).map((field) => field.name));
      for (const field of ["protocol", "sender", "timestamp", "conversation_id"]) {
        if (!known.has(field))
          yield [message, `${name} lacks the envelope's ${field}`, "Add allOf with the envelope."];
      }
    }
  },

  /** Every message has at least two examples, and each is valid in the sent form. */
  *examples({ dialect }) {
    for (const named of dialect.types.values()) {
      const list = named.schema.examples ?? [];
      const at = below(named, "examples");
      if (named.isMessage && list.length < 2)
        yield [at, `${named.name} has ${list.length} of at least 2 examples`, "Add whole messages."];
      for (const [i, example] of list.entries()) {
        const faults = explain(dialect.sentFaults(named.name, example), example);
        for (const { message, pointer } of faults) {
          const place = { file: at.file, pointer: childPointer(at.pointer, i) + pointer };
          yield [place, `the example is not what we send: ${message}`, "Fix the example."];
        }
      }
    }
  },

  /** Every message has near misses: each is one change to the first example, which is refused for the given reason. */
  *"near-misses"({ dialect }) {
    for (const named of dialect.types.values()) {
      const at = below(named, "x-near-misses");
      const list = named.schema["x-near-misses"] ?? [];
      const fix = "Add one: label, keyword, pointer, and set or remove.";
      if (named.isMessage && list.length === 0) yield [at, `${named.name} has no near miss`, fix];
      for (const [i, miss] of list.entries()) {
        const unfit = formFaults("near-miss", miss as Json, below(at, i));
        const problem = unfit.length > 0 ? null : problemOf(dialect, named, miss);
        yield* unfit;
        if (problem !== null) yield [below(at, i), ...problem];
      }
    }
  },

  /** Every field is in an example of its message, because other fields get fewer generated faults. */
  *"shown-fields"(context) {
    for (const message of messages(context)) {
      const { name, schema } = message;
      const hidden = hiddenFields(context.dialect, schema, schema.examples ?? [], "");
      const cause = `no example of ${name} shows ${hidden.join(", ")}`;
      if (hidden.length > 0) yield [below(message, "examples"), cause, "Put it into one of the examples."];
    }
  },

  /** Every schema is reachable from a method or a route. */
  *"no-unused"({ dialect }) {
    const { types, methods, routes } = dialect;
    const all = [...methods, ...methods.flatMap(({ forms }) => forms), ...routes];
    const messages = [
      ...all.flatMap(({ request, reply }) => [request, reply]),
      ...methods.map(({ ack }) => ack),
    ];
    const used = reachedFrom(
      dialect,
      messages.flatMap((type) => type?.name ?? []),
    );
    for (const named of types.values())
      if (!used.has(named.name)) yield [named, `no method leads to ${named.name}`, "Use it, or delete it."];
  },

  /** The errors of a method are in errors.yaml, with the same code and name. */
  *"known-errors"({ model, dialect }) {
    const rows = listAt(model.errors?.value, "errors") as { rpc_code?: unknown; name?: unknown }[];
    const known = new Map(rows.map((row) => [row.rpc_code, row.name]));
    for (const method of dialect.methods) {
      for (const [i, error] of listAt(method.raw, "errors").entries()) {
        const { code, message } = error as { code?: unknown; message?: unknown };
        const at = below(method, "errors", i);
        if (JSON_RPC.has(code)) continue;
        const right = String(known.get(code));
        const cause = `${method.name} names the error ${String(code)}, which errors.yaml does not define`;
        if (!known.has(code)) yield [at, cause, "Add it there."];
        else if (right !== message)
          yield [at, `the error ${String(code)} is called ${right}`, `Write message: ${right}.`];
      }
    }
  },
};

/** The fault of a near miss of the first example, or null if it is refused for its stated reason. */
function problemOf(
  dialect: Dialect,
  { name, schema }: NamedType,
  miss: FieldFault,
): [cause: string, fix: string] | null {
  const data = withFault(schema.examples?.[0] ?? null, miss);
  if (data === undefined)
    return [`the first example has no ${miss.pointer}`, "Point into the first example."];
  const said = (keyword: string, pointer: string) => `${keyword} at ${pointer || "the root"}`;
  const wanted = said(miss.keyword, miss.pointer);
  const found = dialect.receivedFaults(name, data).map((fault) => said(fault.keyword, placeOf(fault)));
  if (found.includes(wanted)) return null;
  const instead = found.length === 0 ? "a receiver accepts it" : `it is refused for ${found.join(", ")}`;
  return [`${instead}, not for ${wanted}`, "Fix the near miss, or the schema."];
}

/** Pointers of the fields that none of these values has; the content of such a field is not reported again. */
function hiddenFields(types: Types, schema: Schema, values: readonly Json[], at: string): string[] {
  if (schema.$ref !== undefined)
    return hiddenFields(types, types.types.get(schema.$ref)?.schema ?? {}, values, at);
  if (schema.items !== undefined)
    return hiddenFields(types, schema.items, values.filter(isList).flat(), childPointer(at, 0));
  const objects = values.filter(isObject);
  if (mainTypes(schema)[0] !== "object" || objects.length === 0) return [];
  // The fields of the envelope are in the examples of the messages that need them.
  const own = fieldsOf(types, schema).filter((field) => field.from === null);
  return own.flatMap((field) => {
    const here = childPointer(at, field.name);
    const shown = objects.flatMap((object) => object[field.name] ?? []);
    const present = objects.some((object) => Object.hasOwn(object, field.name));
    return present ? hiddenFields(types, field.schema, shown, here) : [here];
  });
}

/** Codes of the JSON-RPC 2.0 specification itself. */
const JSON_RPC = new Set<unknown>([-32700, -32600, -32601, -32602, -32603]);
