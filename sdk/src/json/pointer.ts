export type JsonPath = readonly (string | number)[];

/** The JSON Pointer (RFC 6901) of a path; empty for the whole document. */
export function toPointer(path: JsonPath): string {
  let pointer = "";
  for (const step of path) pointer += `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return pointer;
}

/** The path of a JSON Pointer; array indices stay text. */
export function fromPointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
