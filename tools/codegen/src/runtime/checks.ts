import type { RawFault } from "./validator.js";

/**
 * An object of which every field is its own. What JSON.parse makes is one: no field of the contract has the name of a member of
 * `Object.prototype` (the lint sees to it). Of any other object, a copy without what it inherits.
 */
export function own<T extends object>(data: T): T {
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null ? data : { ...data };
}

/** Adds one fault to a validator's list, which begins with its first fault. */
export function record(
  faults: RawFault[] | null,
  instancePath: string,
  keyword: string,
  params: Record<string, unknown>,
): RawFault[] {
  const list = faults ?? [];
  list.push({ instancePath, keyword, params });
  return list;
}

/** Adds that a field is missing. */
export function missing(faults: RawFault[] | null, instancePath: string, name: string): RawFault[] {
  return record(faults, instancePath, "required", { missingProperty: name });
}

/** Adds that a value is not of the type, or of one of the types. */
export function mistyped(
  faults: RawFault[] | null,
  instancePath: string,
  type: string | string[],
): RawFault[] {
  return record(faults, instancePath, "type", { type });
}

/** The faults of a whole and those of one of its parts. */
export function joined(faults: RawFault[] | null, more: RawFault[]): RawFault[] {
  return faults === null ? more : faults.concat(more);
}

/** An object in the sense of JSON: no array, and not null. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The length of a text in characters (code points), as JSON Schema counts it: one emoji is one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** A key as a step of a JSON Pointer. */
export function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
