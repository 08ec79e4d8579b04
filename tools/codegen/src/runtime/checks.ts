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
    validate.errors = faults.length > 0 ? faults : null;
    return !validate.errors;
  };
  return validate;
}

/**
 * An object without inherited fields. The result of JSON.parse is one, because no field of the contract has the name of a member of
 * `Object.prototype` (the lint checks this). Any other object is copied without its inherited fields.
 */
export function own<T extends object>(data: T): T {
  return Object.getPrototypeOf(data) === Object.prototype ? data : { ...data };
}

/** The same for any value; adds a fault and returns undefined for a value that is not an object. */
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

/** Adds the fault of a missing field. */
export function missing(faults: RawFault[], instancePath: string, name: string): void {
  record(faults, instancePath, "required", { missingProperty: name });
}

/** Adds the fault of a part with a wrong type or, for an undefined part, of a missing field. */
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

/** Adds the faults of a text: its type, its length in characters, its pattern. */
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

/** Adds the faults of a whole number: its type, its limits. */
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
export function constant(
  data: unknown,
  path: string,
  key: string,
  faults: RawFault[],
  allowedValue: string,
): void {
  if (data !== allowedValue) unlisted(data, path, key, faults, "const", { allowedValue });
}

/** Adds a fault if a text, or null, is not a member of the enum. */
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

/** True for an object in JSON, not for an array or null. */
export function isObject(value: unknown): value is object {
  return !!value && typeof value === "object" && !Array.isArray(value);
}

/** The length of a text in characters (code points), as in JSON Schema: most emoji are one. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/** The pointer of a part. The name in its key, "/name", is escaped only here, because most keys are never part of a pointer. */
export function pointer(path: string, key: string): string {
  return path + key.replace(/~/g, "~0").replace(/(?!^)\//g, "~1");
}
