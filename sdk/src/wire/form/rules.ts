/** Applies the rules of a profile to one message, in both directions. */

import { asText, copy, defined, isObject, putAt, removeAt, sameJson, valueAt } from "../message/members.js";
import {
  ENVELOPE_MEMBERS,
  type JsonObject,
  type MessageRules,
  type ValuePair,
  type Variables,
} from "../message/types.js";
import { inFormat } from "../message/value-format.js";

/** From the canonical message to the members on the wire. `message` is not changed. */
export function toWire(message: JsonObject, rules: MessageRules, variables: Variables): JsonObject {
  const wire = copy(message);
  const known: Variables = { ...variables, ...message };
  for (const [pointer, value] of Object.entries(rules.blank ?? {})) {
    const at = bind(pointer, known);
    const present = valueAt(wire, at);
    if (present === undefined || present === null) putAt(wire, at, value);
  }
  for (const [pointer, pairs] of Object.entries(rules.values ?? {})) {
    translate(
      wire,
      bind(pointer, known),
      (value) => pairs.find(([canonical]) => sameJson(canonical, value))?.[1],
    );
  }
  for (const [pointer, format] of Object.entries(rules.formats ?? {})) {
    translate(wire, bind(pointer, known), (value) => inFormat(value, format));
  }
  for (const { from, to } of moves(rules)) moveValue(wire, bind(from, known), bind(to, known));
  for (const pointer of rules.omit ?? []) removeAt(wire, bind(pointer, known));
  if (rules.message_type !== undefined) wire.message_type = rules.message_type;
  const added = Object.entries(rules.add ?? {});
  const outer = added.filter(([pointer]) => isOutsideNest(pointer, wire, rules));
  const values = formatted(known, rules.formats);
  for (const [pointer, value] of added.filter((one) => !outer.includes(one)))
    put(wire, bind(pointer, known), resolve(value, values));
  if (rules.nest === undefined) return wire;
  const nested = nest(wire, rules.nest, rules.beside);
  for (const [pointer, value] of outer) put(nested, bind(pointer, known), resolve(value, values));
  return nested;
}

/** The variables with those in their formats that are members of the message or the addressed id. */
function formatted(known: Variables, formats: MessageRules["formats"] = {}): Variables {
  const own = Object.entries(formats).flatMap(([pointer, format]) => {
    const name = pointer.slice(1);
    const names = name === "player_id" ? [name, "recipient"] : [name];
    return names.filter((one) => Object.hasOwn(known, one)).map((one) => [one, inFormat(known[one], format)]);
  });
  return own.length === 0 ? known : { ...known, ...Object.fromEntries(own) };
}

/**
 * Whether an added member is outside the nested object, or has a pointer into it. A copy of a member that is nested
 * anyway is placed outside.
 */
function isOutsideNest(
  pointer: string,
  wire: JsonObject,
  { nest: name, beside = [] }: MessageRules,
): boolean {
  if (name === undefined) return false;
  const [, first = "", second] = pointer.split("/");
  return first === name || (second === undefined && (beside.includes(first) || Object.hasOwn(wire, first)));
}

function put(wire: JsonObject, pointer: string, value: unknown): void {
  if (value !== undefined) putAt(wire, pointer, value);
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
  for (const pointer of rules.ignore ?? []) removeAt(message, bind(pointer, variables));
  const known: Variables = { ...variables, ...message, ...ofExchange(variables) };
  for (const { from, to } of moves(rules).toReversed())
    moveValue(message, bind(to, known), bind(from, known));
  // A copy of a member under another name is read where the member itself is absent.
  const read = new Set(Object.values(rules.aliases ?? {}).flat());
  const [copies, others] = [true, false].map((isRead) =>
    added(rules).filter((pointer) => read.has(pointer) === isRead),
  );
  for (const pointer of others ?? []) removeAt(message, bind(pointer, known));
  for (const [pointer, places] of Object.entries(rules.aliases ?? {})) {
    readAlias(message, bind(pointer, known), places, rules.values?.[pointer]);
  }
  for (const pointer of copies ?? []) removeAt(message, bind(pointer, known));
  for (const [pointer, pairs] of Object.entries(rules.values ?? {})) {
    translate(message, bind(pointer, known), (value) => canonicalValue(pairs, value));
  }
  for (const [pointer, format] of Object.entries(rules.formats ?? {})) {
    translate(message, bind(pointer, known), (value) => originalOf(value, pointer, format, variables));
  }
  for (const [pointer, value] of Object.entries(rules.blank ?? {})) {
    const at = bind(pointer, known);
    if (sameJson(valueAt(message, at), value)) removeAt(message, at);
  }
  for (const [pointer, value] of Object.entries(rules.fill ?? {})) {
    const at = bind(pointer, known);
    const filled = resolve(value, known);
    if (filled !== undefined && valueAt(message, at) === undefined) putAt(message, at, filled);
  }
  return message;
}

/** The variables that no member of a message replaces: some agents have a member `recipient`. */
function ofExchange({ recipient, now, conversation }: Variables): Variables {
  return defined({ recipient, now, conversation });
}

/** The known value of this member, or the addressed id, whose format on the wire is this value. */
function originalOf(value: unknown, pointer: string, format: string, variables: Variables): unknown {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  return [variables[name], variables.recipient].find(
    (one) => one !== undefined && sameJson(inFormat(one, format), value),
  );
}

/** Merges two sets of rules; the second set takes precedence. What it omits is not added by the first one. */
export function mergeRules(base: MessageRules, own: MessageRules): MessageRules {
  const added = Object.entries(base.add ?? {}).filter(([pointer]) => own.omit?.includes(pointer) !== true);
  return {
    ...base,
    ...own,
    rename: { ...base.rename, ...own.rename },
    move: [...(base.move ?? []), ...(own.move ?? [])],
    aliases: { ...base.aliases, ...own.aliases },
    formats: { ...base.formats, ...own.formats },
    blank: { ...base.blank, ...own.blank },
    values: { ...base.values, ...own.values },
    add: { ...Object.fromEntries(added), ...own.add },
    omit: [...(base.omit ?? []), ...(own.omit ?? [])],
    ignore: [...(base.ignore ?? []), ...(own.ignore ?? [])],
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

/**
 * Pointers of additional members on the wire, after `nest` is undone. A copy of a canonical member outside the nested
 * object (`"/match_id": "$match_id"`) is kept, because it may be the only one.
 */
function added({ add = {}, nest: name }: MessageRules): string[] {
  if (name === undefined) return Object.keys(add);
  const isCopy = (pointer: string) => add[pointer] === `$${pointer.slice(1)}`;
  return Object.keys(add)
    .filter((pointer) => !isCopy(pointer))
    .map((pointer) => (pointer.startsWith(`/${name}/`) ? pointer.slice(name.length + 1) : pointer));
}

function readAlias(
  message: JsonObject,
  pointer: string,
  places: readonly string[],
  pairs: readonly ValuePair[] | undefined,
): void {
  if (valueAt(message, pointer) !== undefined) return;
  const isKnown = (value: unknown) =>
    value !== undefined && (pairs === undefined || canonicalValue(pairs, value) !== undefined);
  const place = places.find((one) => isKnown(valueAt(message, one)));
  if (place !== undefined) moveValue(message, place, pointer);
}

function moveValue(root: JsonObject, from: string, to: string): void {
  const value = valueAt(root, from);
  if (value === undefined) return;
  removeAt(root, from);
  putAt(root, to, value);
  prune(root, from);
}

/** Removes the object that `pointer` was the last member of. */
function prune(root: JsonObject, pointer: string): void {
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  const left = parent === "" ? undefined : valueAt(root, parent);
  if (isObject(left) && Object.keys(left).length === 0) removeAt(root, parent);
}

function translate(root: JsonObject, pointer: string, other: (value: unknown) => unknown): void {
  const value = valueAt(root, pointer);
  if (value === undefined) return;
  const translated = other(value);
  if (translated !== undefined) putAt(root, pointer, translated);
}

function canonicalValue(pairs: readonly ValuePair[], value: unknown): unknown {
  const exact = pairs.find(([, wire]) => sameJson(wire, value));
  if (exact !== undefined || typeof value !== "string") return exact?.[0];
  const text = value.toLowerCase();
  return pairs.find(([, wire]) => typeof wire === "string" && wire.toLowerCase() === text)?.[0];
}

function bind(pointer: string, variables: Variables): string {
  return pointer.replaceAll(/\{(\w+)\}/g, (_, name: string) => oneStep(variables[name]) ?? `{${name}}`);
}

/** A variable is one step of a pointer, with any characters. */
function oneStep(value: unknown): string | undefined {
  return value === undefined ? undefined : asText(value).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The value with its variables: `$round_id` is one, `$/context/round_id` is a member of the message. */
function resolve(value: unknown, variables: Variables): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, variables));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, variables)]));
  if (typeof value !== "string") return value;
  const name = /^\$(\w+|\/.+)$/.exec(value)?.[1];
  if (name === undefined) return value;
  return name.startsWith("/") ? valueAt(variables, bind(name, variables)) : variables[name];
}

function nest(wire: JsonObject, name: string, beside: readonly string[] = []): JsonObject {
  const isOuter = (key: string) => ENVELOPE_MEMBERS.has(key) || beside.includes(key);
  const outer: JsonObject = {};
  const inner: JsonObject = {};
  for (const [key, value] of Object.entries(wire)) (isOuter(key) ? outer : inner)[key] = value;
  return { ...outer, [name]: inner };
}

function unnest(wire: JsonObject, name: string): JsonObject {
  const inner = wire[name];
  if (!isObject(inner)) return wire;
  const { [name]: _, ...outer } = wire;
  return { ...outer, ...inner };
}
