import type { RawFault, Validator } from "./validator.js";

/**
 * The check of one schema: adds the faults of a part to a list.
 * @param path JSON Pointer of the whole that the part belongs to.
 * @param key its place in the whole: a slash and its name or position, such as "/score"; or "" for the whole itself.
 */
export type Check = (data: unknown, path: string, key: string, faults: RawFault[]) => void;

/** Makes the validator of whole messages from a check. */
export function validatorOf<T>(check: Check): Validator<T> {
  const validate: Validator<T> = (data): data is T => {
    const faults: RawFault[] = [];
    check(data, "", "", faults);
    validate.errors = faults.length ? faults : null;
    return !faults.length;
  };
  return validate;
}

/**
 * An object without inherited fields, otherwise false. The result of JSON.parse is one, because no field of the contract has the
 * name of a member of `Object.prototype` (the lint checks this).
 * @param _read any field of the object: V8 does not look up the prototype of an object from which it has just read.
 */
export function own<T extends object>(data: T, _read?: unknown): T | false {
  return Object.getPrototypeOf(data) === Object.prototype && data;
}

/** The same for any value; adds a fault and returns undefined for a value that is not an object. */
export function ownFields(data: unknown, path: string, key: string, faults: RawFault[]): object | undefined {
  return isObject(data) ? own(data) || { ...data } : mistyped(data, path, key, faults, "object");
}

/** Adds one fault to a validator's list. */
export function record(faults: RawFault[], instancePath: string, keyword: string, expected: unknown): void {
  recordAt(instancePath, "", faults, keyword, expected);
}

/** Adds the fault of a missing field. */
export function missing(faults: RawFault[], instancePath: string, name: string): void {
  recordAt(instancePath, "", faults, "required", name);
}

/** Adds the fault of a part with a wrong type or, for an undefined part, of a missing field. */
export function mistyped(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  type: string | string[] = "string",
  nullable?: boolean,
): undefined {
  if (data === undefined && key) recordAt(path, "", faults, "required", key.slice(1));
  else if (!(data === null && nullable))
    recordAt(path, key, faults, "type", nullable ? [type, "null"] : type);
}

/**
 * Adds the faults of a text: its type, its length in characters, its pattern. There are two functions without default values,
 * because V8 inlines this short one into its callers.
 */
export function text(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  least?: number,
  most?: number,
  pattern?: RegExp,
  nullable?: boolean,
): void {
  if (
    !(
      typeof data === "string" &&
      !(data.length < (least as number)) &&
      !(data.length > (most as number)) &&
      (!pattern || pattern.test(data))
    )
  )
    wrongText(data, path, key, faults, least, most, pattern, nullable);
}

function wrongText(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  least?: number,
  most?: number,
  pattern?: RegExp,
  nullable?: boolean,
): void {
  if (typeof data !== "string") mistyped(data, path, key, faults, "string", nullable);
  else {
    if (data.length > (most as number) && [...data].length > (most as number))
      recordAt(path, key, faults, "maxLength", most);
    if (data.length < (least as number)) recordAt(path, key, faults, "minLength", least);
    if (pattern && !pattern.test(data)) recordAt(path, key, faults, "pattern", pattern.source);
  }
}

/** Adds the faults of a whole number: its type, its limits. */
export function integer(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  least?: number,
  most?: number,
  nullable?: boolean,
): void {
  if (!Number.isInteger(data)) mistyped(data, path, key, faults, "integer", nullable);
  if (!Number.isFinite(data)) return;
  if ((data as number) > (most as number)) recordAt(path, key, faults, "maximum", most);
  if ((data as number) < (least as number)) recordAt(path, key, faults, "minimum", least);
}

/** Adds the faults of a list, and of each of its items. */
export function items(data: unknown, path: string, key: string, faults: RawFault[], check: Check): void {
  if (!Array.isArray(data)) {
    mistyped(data, path, key, faults, "array");
    return;
  }
  const whole = path + key;
  for (let index = 0; index < data.length; index++) check(data[index], whole, `/${index}`, faults);
}

/** Adds a fault if a text is not the constant. */
export function constant(data: unknown, path: string, key: string, faults: RawFault[], value: string): void {
  if (data !== value) unlisted(data, path, key, faults, value);
}

/** Adds a fault if a text, or null, is not a member of the enum. */
export function member(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  values: readonly (string | null)[],
): void {
  if (!values.includes(data as string)) unlisted(data, path, key, faults, values);
}

function unlisted(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  allowed: string | readonly (string | null)[],
): void {
  if (typeof data !== "string")
    mistyped(data, path, key, faults, "string", (allowed as readonly unknown[]).includes(null));
  if (data !== undefined || !key)
    recordAt(path, key, faults, Array.isArray(allowed) ? "enum" : "const", allowed);
}

function recordAt(path: string, key: string, faults: RawFault[], keyword: string, expected: unknown): void {
  faults.push({ instancePath: pointer(path, key), keyword, expected });
}

/** True for an object in JSON, not for an array or null. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The length of a text in characters (code points), as in JSON Schema: most emoji are one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The pointer of a part. The name in its key, "/name", is escaped only here, because most keys are never part of a pointer. */
export function pointer(path: string, key: string): string {
  return path + key.replace(/~/g, "~0").replace(/(?!^)\//g, "~1");
}
