/** A place in a specification. */
export interface Place {
  /** Path of the file, relative to the folder above the specification. */
  readonly file: string;
  /** JSON Pointer into that file; "" is the whole file. */
  readonly pointer: string;
}

/** A place below another one. */
export function below({ file, pointer }: Place, ...keys: readonly (string | number)[]): Place {
  return { file, pointer: childPointer(pointer, ...keys) };
}

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
