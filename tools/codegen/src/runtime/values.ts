/** What checks ask of a value. */

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
