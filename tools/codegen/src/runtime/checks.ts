import type { RawFault, Validator } from "./validator.js";

/**
 * The check of one schema: adds what is wrong with a part to a list.
 * @param path JSON Pointer of the whole that the part belongs to.
 * @param key where it is in the whole: a slash and its name or position, such as "/score"; or "" for the whole itself.
 */
export type Check = (data: unknown, path: string, key: string, faults: RawFault[]) => void;

/** The validator of whole messages that a check makes. */
export function validatorOf<T>(check: Check): Validator<T> {
  const validate: Validator<T> = (data): data is T => {
    const faults: RawFault[] = [];
    check(data, "", "", faults);
    const isValid = faults.length === 0;
    validate.errors = isValid ? null : faults;
    return isValid;
  };
  return validate;
}

/**
 * An object of which every field is its own. What JSON.parse makes is one: no field of the contract has the name of a member of
 * `Object.prototype` (the lint sees to it). Of any other object, a copy without what it inherits.
 */
export function own<T extends object>(data: T): T {
  const prototype: unknown = Object.getPrototypeOf(data);
  return prototype === Object.prototype || prototype === null ? data : { ...data };
}

/** The same of any value. What is no object is a fault, and gives undefined. */
export function ownFields(data: unknown, path: string, key: string, faults: RawFault[]): object | undefined {
  if (isObject(data)) return own(data);
  mistyped(data, path, key, faults, "object");
  return undefined;
}

/** Adds one fault to a validator's list. */
export function record(
  faults: RawFault[],
  instancePath: string,
  keyword: string,
  params: Record<string, unknown>,
): void {
  faults.push({ instancePath, keyword, params });
}

/** Adds that a field is missing. */
export function missing(faults: RawFault[], instancePath: string, name: string): void {
  record(faults, instancePath, "required", { missingProperty: name });
}

/** Adds that a part is not of the type, or of one of the types; or, for an undefined part, that it is missing. */
export function mistyped(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  type: string | string[] = "string",
): void {
  if (data === undefined && key) record(faults, path, "required", { missingProperty: key.slice(1) });
  else record(faults, pointer(path, key), "type", { type });
}

/** Adds what is wrong with a text: its type, its length in characters, its pattern. */
export function text(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  least = 0,
  most = Infinity,
  pattern?: RegExp,
  type?: string | string[],
): void {
  if (typeof data !== "string") mistyped(data, path, key, faults, type);
  else {
    if (data.length > most && [...data].length > most)
      record(faults, pointer(path, key), "maxLength", { limit: most });
    if (data.length < least) record(faults, pointer(path, key), "minLength", { limit: least });
    if (pattern && !pattern.test(data))
      record(faults, pointer(path, key), "pattern", { pattern: pattern.source });
  }
}

/** Adds that a text is not the constant. */
export function constant(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  allowedValue: string,
): void {
  if (data !== allowedValue) unlisted(data, path, key, faults, "const", { allowedValue });
}

/** Adds that a text, or null, is no member of the enum. */
export function member(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  allowedValues: readonly (string | null)[],
  type?: string | string[],
): void {
  if (!allowedValues.includes(data as string))
    unlisted(data, path, key, faults, "enum", { allowedValues }, type);
}

function unlisted(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  keyword: string,
  params: Record<string, unknown>,
  type?: string | string[],
): void {
  if (typeof data !== "string") mistyped(data, path, key, faults, type);
  if (data !== undefined || !key) record(faults, pointer(path, key), keyword, params);
}

/** An object in the sense of JSON: no array, and not null. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The length of a text in characters (code points), as JSON Schema counts it: one emoji is one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The pointer of a part. Of its key, "/name", the name is as it stands in the data; most keys never get into a pointer. */
export function pointer(path: string, key: string): string {
  return path + key.replace(/(?!^)[~/]/g, (character) => (character === "~" ? "~0" : "~1"));
}
