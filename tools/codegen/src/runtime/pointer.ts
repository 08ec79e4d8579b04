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
