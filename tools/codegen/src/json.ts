import { isDeepStrictEqual } from "node:util";

/** Plain data of YAML and JSON files. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member of that name if it is an object, else an empty one, for data that the lint has not checked yet. */
export function objectAt(value: Json | undefined, key: string): JsonObject {
  const member = isObject(value) ? value[key] : undefined;
  return isObject(member) ? member : {};
}

/** The member of that name if it is a list, else an empty one. */
export function listAt(value: Json | undefined, key: string): readonly Json[] {
  const member = isObject(value) ? value[key] : undefined;
  return isList(member) ? member : [];
}

/** The member of that name if it is a string. */
export function stringAt(value: Json | undefined, key: string): string | undefined {
  const member = isObject(value) ? value[key] : undefined;
  return typeof member === "string" ? member : undefined;
}

/** Equality of plain data; the order of members does not count. */
export const sameJson: (a: Json | undefined, b: Json | undefined) => boolean = isDeepStrictEqual;
