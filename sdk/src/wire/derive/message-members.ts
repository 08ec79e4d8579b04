/** The members of a message, read from one that a peer has sent. */
import { isObject } from "../members.js";
import type { JsonObject } from "../types.js";
import type { MemberKind } from "./contract-members.js";
import { plainName, type WireMember, type WireShape } from "./schema-members.js";

const deepest = 3;
/** Objects whose members are ids and not names. */
const byId = /choices|score|points|standings/i;

export function shapeOfMessage(message: JsonObject): WireShape {
  return { members: [...walk(message, "")], isClosed: false };
}

function* walk(object: JsonObject, parent: string): Generator<WireMember> {
  for (const [name, value] of Object.entries(object)) {
    if (!plainName.test(name)) continue;
    const pointer = `${parent}/${name}`;
    const isLeaf = !isObject(value) || byId.test(name) || pointer.split("/").length > deepest;
    if (isLeaf) yield { pointer, required: false, kind: kindOfValue(value), value };
    else yield* walk(value, pointer);
  }
}

function kindOfValue(value: unknown): MemberKind | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return "list";
  if (isObject(value)) return "object";
  return typeof value === "string" ? "text" : typeof value === "number" ? "number" : "boolean";
}
