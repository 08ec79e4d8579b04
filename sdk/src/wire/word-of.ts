/**
 * A received value, as a text to look up or to compare. Only plain values have one: an object may bring a `toString` of
 * its own, which is no function.
 */
export function wordOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "[object]" : String(value);
}
