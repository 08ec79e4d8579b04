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
  /** The value that the peer has sent. */
  readonly value?: unknown;
}

export interface WireShape {
  readonly members: readonly WireMember[];
  /** The one member that holds the whole message. */
  readonly wrap?: string;
}

const deepest = 3;
/** How many schemas may refer to each other in a row. */
const mostReferences = 16;
/** The member names that may be copied into a profile. */
export const plainName = /^[A-Za-z_][\w.-]{0,63}$/;

/** @param schemas of the document that `$ref` starts from, the same for all that is read of it */
export function shapeOf(schema: unknown, schemas: ResolvedSchemas): WireShape | undefined {
  const whole = schemas.of(schema);
  const properties = whole?.properties;
  if (whole === undefined || !isObject(properties)) return undefined;
  const [[only, inner] = ["", undefined], second] = Object.entries(properties);
  const held = second === undefined ? schemas.of(inner) : undefined;
  const isWrap = kindOfSchema(held) === "object" && (wrapName.test(only) || hasEnvelope(held));
  if (!isWrap) return { members: membersIn(whole, schemas) };
  return { members: membersIn(held ?? {}, schemas), wrap: only };
}

/** Whether an object has two members of an envelope: then it holds a whole message, under any name. */
function hasEnvelope(schema: JsonObject | undefined): boolean {
  const names = isObject(schema?.properties) ? Object.keys(schema.properties).map(snake) : [];
  return names.filter((name) => ENVELOPE_MEMBERS.has(name)).length > 1;
}

function membersIn(schema: JsonObject, schemas: ResolvedSchemas): WireMember[] {
  const members: WireMember[] = [];
  for (const member of walk(schema, schemas, "", true)) if (members.push(member) >= mostMembers) break;
  return members;
}

function* walk(
  schema: JsonObject,
  schemas: ResolvedSchemas,
  parent: string,
  isRequired: boolean,
): Generator<WireMember> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const [name, raw] of Object.entries(properties)) {
    if (!plainName.test(name)) continue;
    const member = schemas.of(raw) ?? {};
    const pointer = `${parent}/${name}`;
    const isNeeded = isRequired && required.includes(name);
    if (isObject(member.properties) && pointer.split("/").length <= deepest) {
      yield* walk(member, schemas, pointer, isNeeded);
    } else {
      const allowed = member.const === undefined ? member.enum : [member.const];
      yield {
        pointer,
        required: isNeeded,
        kind: kindOfSchema(member),
        ...(Array.isArray(allowed) ? { allowed } : {}),
        ...formatOf(member),
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

/** The schemas of one document, each with its references, its parts (`allOf`) and the first of its alternatives that is not null. */
export class ResolvedSchemas {
  readonly #root: unknown;
  readonly #known = new Map<JsonObject, JsonObject | undefined>();

  constructor(root: unknown) {
    this.#root = root;
  }

  of(schema: unknown, depth = 0): JsonObject | undefined {
    if (!isObject(schema) || depth > mostReferences) return undefined;
    if (!this.#known.has(schema)) {
      // A schema that refers to itself has nothing there.
      this.#known.set(schema, undefined);
      this.#known.set(schema, this.#merged(schema, depth + 1));
    }
    return this.#known.get(schema);
  }

  #merged({ $ref, allOf, anyOf, oneOf, ...rest }: JsonObject, depth: number): JsonObject {
    const referred = typeof $ref === "string" ? valueAt(this.#root, $ref.replace(/^#/, "")) : undefined;
    const parts = [referred, ...(Array.isArray(allOf) ? allOf : []), alternative(anyOf), alternative(oneOf)];
    const resolved = parts.map((part) => this.of(part, depth)).filter((part) => part !== undefined);
    const all = [...new Set(resolved), rest];
    const properties = all.map((one) => one.properties).filter(isObject);
    const required = all.map((one) => one.required).filter(Array.isArray);
    // Of two parts that say different things, the later one counts.
    return Object.fromEntries([
      ...all.flatMap(Object.entries),
      ...(properties.length > 0
        ? [["properties", Object.fromEntries(properties.flatMap(Object.entries))]]
        : []),
      ["required", required.flat()],
    ]);
  }
}

function alternative(schemas: unknown): unknown {
  return Array.isArray(schemas) ? schemas.find((one) => isObject(one) && one.type !== "null") : undefined;
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
