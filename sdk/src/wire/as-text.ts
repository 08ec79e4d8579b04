/**
 * A received value as text, for look-ups and comparisons. An object is a fixed text, because its own `toString` may be no
 * function.
 */
export function asText(value: unknown): string {
  return typeof value === "object" && value !== null ? "[object]" : String(value);
}
