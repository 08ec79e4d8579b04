import { childPointer } from "../pointer.js";
import { eachPart, type Schema } from "../schema/schema.js";

/** Visits a schema and every schema inside of it, without following references. */
export function walk(schema: Schema, pointer: string, visit: (part: Schema, pointer: string) => void): void {
  visit(schema, pointer);
  eachPart(schema, (part, ...keys) => walk(part, childPointer(pointer, ...keys), visit));
}
