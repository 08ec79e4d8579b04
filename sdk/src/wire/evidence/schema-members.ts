/** The members of a message, read from a JSON Schema in which a peer describes it. */
import type { MemberKind } from "../message/contract-members.js";
import { wrapName } from "../message/find-message.js";
import { mostMembers } from "../message/limits.js";
import { isObject, valueAt } from "../message/members.js";
import { snake } from "../message/spelling.js";
import { ENVELOPE_MEMBERS, type JsonObject } from "../message/types.js";
import { formatOfPattern } from "../message/value-format.js";

/** A member in the peer's spelling. */
export interface WireMember {
  readonly pointer: string;
  readonly required: boolean;
  readonly kind?: MemberKind | undefined;
  /** The only values that the peer accepts. */
  readonly allowed?: readonly unknown[] | undefined;
  /** The format of its value: see `value-format.ts`. */
  readonly format?: string | undefined;
  /** The default value in the schema. */
  readonly fallback?: unknown;
  /** The value that the peer has sent. */
  readonly value?: unknown;
}

export interface WireShape {
  readonly members: readonly WireMember[];
  /** The one member that holds the whole message. */
  readonly wrap?: string;
}

const deepest = 3;
/** The member names that may be copied into a profile. */
export const plainName = /^[A-Za-z_][\w.-]{0,63}$/;
/** @param root the document that `$ref` starts from */
export function shapeOf(schema: unknown, root: unknown): WireShape | undefined {
  const whole = resolved(schema, root);
  const properties = whole?.properties;
  if (whole === undefined || !isObject(properties)) return undefined;
  const [[only, inner] = ["", undefined], second] = Object.entries(properties);
  const held = second === undefined ? resolved(inner, root) : undefined;
  const isWrap = kindOfSchema(held) === "object" && (wrapName.test(only) || hasEnvelope(held));
  if (!isWrap) return { members: membersIn(whole, root) };
  return { members: membersIn(resolved(inner, root) ?? {}, root), wrap: only };
}

/** Whether an object has two members of an envelope: then it holds a whole message, under any name. */
function hasEnvelope(schema: JsonObject | undefined): boolean {
  const names = isObject(schema?.properties) ? Object.keys(schema.properties).map(snake) : [];
  return names.filter((name) => ENVELOPE_MEMBERS.has(name)).length > 1;
}

function membersIn(schema: JsonObject, root: unknown): WireMember[] {
  const members: WireMember[] = [];
  for (const member of walk(schema, root, "", true)) if (members.push(member) >= mostMembers) break;
  return members;
}

function* walk(
  schema: JsonObject,
  root: unknown,
  parent: string,
  isRequired: boolean,
): Generator<WireMember> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const [name, raw] of Object.entries(properties)) {
    if (!plainName.test(name)) continue;
    const member = resolved(raw, root) ?? {};
    const pointer = `${parent}/${name}`;
    const isNeeded = isRequired && required.includes(name);
    if (isObject(member.properties) && pointer.split("/").length <= deepest) {
      yield* walk(member, root, pointer, isNeeded);
    } else {
      const allowed = member.const === undefined ? member.enum : [member.const];
      yield {
        pointer,
        required: isNeeded,
        kind: kindOfSchema(member),
        ...(Array.isArray(allowed) ? { allowed } : {}),
        ...formatOf(member),
        ...(member.default === undefined ? {} : { fallback: member.default }),
      };
    }
  }
}

/** The format in which a text has to be, if an id can be written so. */
function formatOf({ pattern, format }: JsonObject): Pick<WireMember, "format"> {
  if (format === "uuid") return { format };
  const fit = typeof pattern === "string" ? formatOfPattern(pattern) : undefined;
  return fit === undefined ? {} : { format: fit };
}

/** Each schema is resolved once, and one that refers to itself has nothing there. */
const known = new WeakMap<JsonObject, JsonObject | undefined>();

/** The schema with its reference merged; of alternatives and parts, the first that is not null. */
function resolved(schema: unknown, root: unknown, depth = 0): JsonObject | undefined {
  if (!isObject(schema) || depth > deepest * 2) return undefined;
  if (known.has(schema)) return known.get(schema);
  known.set(schema, undefined);
  const found = resolvedOnce(schema, root, depth);
  known.set(schema, found);
  return found;
}

function resolvedOnce(schema: JsonObject, root: unknown, depth: number): JsonObject | undefined {
  if (typeof schema.$ref === "string")
    return resolved(valueAt(root, schema.$ref.replace(/^#/, "")), root, depth + 1);
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const parts = [anyOf, oneOf, allOf].find(Array.isArray) ?? [];
  const chosen = parts.find((one) => isObject(one) && one.type !== "null");
  return chosen === undefined ? schema : { ...resolved(chosen, root, depth + 1), ...rest };
}

function kindOfSchema(schema: JsonObject | undefined): MemberKind | undefined {
  const type = Array.isArray(schema?.type) ? schema.type.find((one) => one !== "null") : schema?.type;
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "object":
      return "object";
    default:
      return isObject(schema?.properties) ? "object" : undefined;
  }
}

/** Objects whose members are ids and not names. */
const byId = /choices|score|points|standings/i;

/** The members of a message, read from one that a peer has sent. */
export function shapeOfMessage(message: JsonObject): WireShape {
  return { members: [...walkMessage(message, "")] };
}

function* walkMessage(object: JsonObject, parent: string): Generator<WireMember> {
  for (const [name, value] of Object.entries(object)) {
    if (!plainName.test(name)) continue;
    const pointer = `${parent}/${name}`;
    const isLeaf = !isObject(value) || byId.test(name) || pointer.split("/").length > deepest;
    if (isLeaf) yield { pointer, required: false, kind: kindOfValue(value), value };
    else yield* walkMessage(value, pointer);
  }
}

function kindOfValue(value: unknown): MemberKind | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return "list";
  if (isObject(value)) return "object";
  return typeof value === "string" ? "text" : typeof value === "number" ? "number" : "boolean";
}
