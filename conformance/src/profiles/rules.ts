/** Applies the rules of a profile to one message, in both directions. */
import { copy, putAt, removeAt, sameJson, valueAt } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { ENVELOPE_MEMBERS, type MessageRules, type Variables } from "./types.js";

/** From the canonical message to the members on the wire. `message` is not changed. */
export function toWire(message: JsonObject, rules: MessageRules, variables: Variables): JsonObject {
  const wire = copy(message);
  const known: Variables = { ...variables, ...message };
  for (const [pointer, pairs] of Object.entries(rules.values ?? {})) {
    translate(wire, bind(pointer, known), pairs, 0);
  }
  for (const { from, to } of moves(rules)) shift(wire, bind(from, known), bind(to, known));
  for (const pointer of rules.omit ?? []) removeAt(wire, bind(pointer, known));
  for (const [pointer, value] of Object.entries(rules.add ?? {})) {
    const filled = resolve(value, known);
    if (filled !== undefined) putAt(wire, bind(pointer, known), filled);
  }
  if (rules.message_type !== undefined) wire.message_type = rules.message_type;
  return rules.nest === undefined ? wire : nest(wire, rules.nest);
}

/** From the members on the wire to the canonical message. `wire` is not changed. */
export function fromWire(
  wire: JsonObject,
  type: string | undefined,
  rules: MessageRules,
  variables: Variables,
): JsonObject {
  const message = rules.nest === undefined ? copy(wire) : unnest(copy(wire), rules.nest);
  if (type !== undefined && rules.message_type !== undefined && message.message_type === rules.message_type) {
    message.message_type = type;
  }
  const known: Variables = { ...variables, ...message };
  for (const { from, to } of moves(rules).toReversed()) shift(message, bind(to, known), bind(from, known));
  for (const [pointer, pairs] of Object.entries(rules.values ?? {})) {
    translate(message, bind(pointer, known), pairs, 1);
  }
  for (const [pointer, value] of Object.entries(rules.fill ?? {})) {
    const at = bind(pointer, known);
    const filled = resolve(value, known);
    if (filled !== undefined && valueAt(message, at) === undefined) putAt(message, at, filled);
  }
  return message;
}

/** The rules for every message and those of one, as one set. */
export function mergeRules(base: MessageRules, own: MessageRules): MessageRules {
  return {
    ...base,
    ...own,
    rename: { ...base.rename, ...own.rename },
    move: [...(base.move ?? []), ...(own.move ?? [])],
    values: { ...base.values, ...own.values },
    add: { ...base.add, ...own.add },
    omit: [...(base.omit ?? []), ...(own.omit ?? [])],
    fill: { ...base.fill, ...own.fill },
  };
}

/** The variables in a pointer or a `$name`. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g), ...text.matchAll(/^\$(\w+)$/g)].map((match) => match[1] ?? "");
}

function moves(rules: MessageRules): { from: string; to: string }[] {
  const renames = Object.entries(rules.rename ?? {}).map(([from, to]) => ({
    from: `/${from}`,
    to: `/${to}`,
  }));
  return [...renames, ...(rules.move ?? [])];
}

function shift(root: JsonObject, from: string, to: string): void {
  const value = valueAt(root, from);
  if (value === undefined) return;
  removeAt(root, from);
  putAt(root, to, value);
}

function translate(
  root: JsonObject,
  pointer: string,
  pairs: readonly (readonly [unknown, unknown])[],
  side: 0 | 1,
): void {
  const value = valueAt(root, pointer);
  if (value === undefined) return;
  const pair = pairs.find((one) => sameJson(one[side], value));
  if (pair !== undefined) putAt(root, pointer, pair[1 - side]);
}

function bind(pointer: string, variables: Variables): string {
  return pointer.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(variables[name] ?? `{${name}}`));
}

function resolve(value: unknown, variables: Variables): unknown {
  const name = typeof value === "string" ? /^\$(\w+)$/.exec(value)?.[1] : undefined;
  return name === undefined ? value : variables[name];
}

function nest(wire: JsonObject, name: string): JsonObject {
  const outer: JsonObject = {};
  const inner: JsonObject = {};
  for (const [key, value] of Object.entries(wire)) (ENVELOPE_MEMBERS.has(key) ? outer : inner)[key] = value;
  return { ...outer, [name]: inner };
}

function unnest(wire: JsonObject, name: string): JsonObject {
  const inner = wire[name];
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return wire;
  const { [name]: _, ...outer } = wire;
  return { ...outer, ...inner };
}
