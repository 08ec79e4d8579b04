/** Appends reference tokens to a JSON Pointer (RFC 6901). */
export function childPointer(pointer: string, ...keys: readonly (string | number)[]): string {
  return keys.reduce<string>(
    (before, key) => `${before}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    pointer,
  );
}

/** The reference tokens of a JSON Pointer, decoded: "/a/0" is ["a", "0"]. */
export function referenceTokens(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
