/** Plain data: the kinds of values, and their places. */

/** No array, and not null. */
export function isAnObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** JSON.parse makes Infinity of 1e400, which is an integer. */
export function isAnInteger(data: unknown): data is number {
  return typeof data === "number" && (data % 1 === 0 || Math.abs(data) === Number.POSITIVE_INFINITY);
}

/** Counts characters (code points), as JSON Schema does: most emoji are one. */
export function hasAtLeast(limit: number, text: string): boolean {
  return text.length >= 2 * limit || [...text].length >= limit;
}

/** The characters are counted only if the UTF-16 units, which are never fewer, exceed the limit. */
export function hasAtMost(limit: number, text: string): boolean {
  return text.length <= limit || [...text].length <= limit;
}

/** Appends reference tokens to a JSON Pointer (RFC 6901). */
export function childPointer(pointer: string, ...keys: readonly (string | number)[]): string {
  const tokens = keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"));
  return [pointer, ...tokens].join("/");
}

/** The reference tokens of a JSON Pointer, decoded: "/a/0" is ["a", "0"]. */
export function referenceTokens(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value of plain data to which the tokens lead, or undefined. */
export function valueAt(data: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>(
    (value, key) =>
      // The length of a list is no member of the data.
      typeof value === "object" && value !== null && Object.prototype.propertyIsEnumerable.call(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    data,
  );
}
