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
    validate.errors = faults.length > 0 ? faults : null;
    return !validate.errors;
  };
  return validate;
}

/**
 * An object of which every field is its own. What JSON.parse makes is one: no field of the contract has the name of a member of
 * `Object.prototype` (the lint sees to it). Of any other object, a copy without what it inherits.
 */
export function own<T extends object>(data: T): T {
  return Object.getPrototypeOf(data) === Object.prototype ? data : { ...data };
}

/** The same for any value; a value that is no object is a fault, and gives undefined. */
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

/** Adds that a part is not of the type, nor null where that is allowed; or, for an undefined part, that it is missing. */
export function mistyped(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  type: string | string[] = "string",
  nullable?: boolean,
): void {
  if (data === undefined && key) recordAt(path, "", faults, "required", { missingProperty: key.slice(1) });
  else if (!(data === null && nullable))
    recordAt(path, key, faults, "type", { type: nullable ? [type, "null"] : type });
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
  nullable?: boolean,
): void {
  if (typeof data !== "string") mistyped(data, path, key, faults, "string", nullable);
  else {
    if (data.length > most && [...data].length > most)
      recordAt(path, key, faults, "maxLength", { limit: most });
    if (data.length < least) recordAt(path, key, faults, "minLength", { limit: least });
    if (pattern && !pattern.test(data)) recordAt(path, key, faults, "pattern", { pattern: pattern.source });
  }
}

/** Adds what is wrong with a whole number: its type, its limits. */
export function integer(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  least = -Infinity,
  most = Infinity,
  nullable?: boolean,
): void {
  if (!Number.isInteger(data)) mistyped(data, path, key, faults, "integer", nullable);
  if (!Number.isFinite(data)) return;
  if ((data as number) > most) recordAt(path, key, faults, "maximum", { limit: most });
  if ((data as number) < least) recordAt(path, key, faults, "minimum", { limit: least });
}

/** Adds what is wrong with a list, and with each of its items. */
export function items(data: unknown, path: string, key: string, faults: RawFault[], check: Check): void {
  if (!Array.isArray(data)) {
    mistyped(data, path, key, faults, "array");
    return;
  }
  const whole = path + key;
  for (let index = 0; index < data.length; index++) check(data[index], whole, `/${index}`, faults);
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
): void {
  if (!allowedValues.includes(data as string))
    unlisted(data, path, key, faults, "enum", { allowedValues }, allowedValues.includes(null));
}

function unlisted(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  keyword: string,
  params: Record<string, unknown>,
  nullable?: boolean,
): void {
  if (typeof data !== "string") mistyped(data, path, key, faults, "string", nullable);
  if (data !== undefined || !key) recordAt(path, key, faults, keyword, params);
}

function recordAt(
  path: string,
  key: string,
  faults: RawFault[],
  keyword: string,
  params: Record<string, unknown>,
): void {
  faults.push({ instancePath: pointer(path, key), keyword, params });
}

/** An object in the sense of JSON: no array, and not null. */
export function isObject(value: unknown): value is object {
  return !!value && typeof value === "object" && !Array.isArray(value);
}

/** The length of a text in characters (code points), as JSON Schema counts it: one emoji is one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The pointer of a part. Of its key, "/name", the name is as it is in the data; most keys never get into a pointer. */
export function pointer(path: string, key: string): string {
  return path + key.replace(/~/g, "~0").replace(/(?!^)\//g, "~1");
}
