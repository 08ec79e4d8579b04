/** The keywords of the subset with checks of their values. All tools that read the specification interpret these equally. */
export const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  $ref: isText,
  title: isText,
  description: isText,
  deprecated: isBoolean,
  default: () => true,
  examples: Array.isArray,
  type: (value) => isTypeName(value) || isTypePair(value),
  const: isScalar,
  enum: (value) =>
    Array.isArray(value) && value.length > 0 && value.every(isScalar) && new Set(value).size === value.length,
  properties: isMapOfObjects,
  required: isNames,
  additionalProperties: (value) => isBoolean(value) || isPlainObject(value),
  items: isPlainObject,
  minItems: isCount,
  maxItems: isCount,
  minLength: isCount,
  maxLength: isCount,
  pattern: isText,
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  allOf: isObjects,
  oneOf: isObjects,
  "x-open": isBoolean,
  "x-sent-required": isNames,
  "x-near-misses": isObjects,
  "x-pattern-description": isText,
};

/** A description of the allowed value of each keyword. */
export const EXPECTED: Readonly<Record<string, string>> = {
  type: 'one type name, or one with "null": [string, "null"]',
  const: "a string, number, boolean or null",
  enum: "a list of different strings, numbers, booleans or null",
  properties: "schemas by name",
  required: "a list of different names",
  additionalProperties: "true, false or a schema",
  items: "one schema",
  minimum: "a number",
  maximum: "a number",
  minItems: "a whole number from 0",
  maxItems: "a whole number from 0",
  minLength: "a whole number from 0",
  maxLength: "a whole number from 0",
  allOf: "a list of schemas",
  oneOf: "a list of schemas",
  examples: "a list",
  deprecated: "true or false",
  "x-open": "true or false",
  "x-sent-required": "a list of different names",
  "x-near-misses": "a list of objects",
  "x-pattern-description": "some text",
};

/** Keywords that do not affect which data is valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "deprecated",
  "default",
  "examples",
]);

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-");
}

const TYPES = new Set(["string", "integer", "number", "boolean", "null", "object", "array"]);

function isTypeName(value: unknown): boolean {
  return typeof value === "string" && TYPES.has(value);
}

function isTypePair(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(isTypeName) &&
    value[0] !== "null" &&
    value[1] === "null"
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}

function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMapOfObjects(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value as object).every(isPlainObject);
}

function isObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isPlainObject);
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
}
