import type { Json } from "../json.js";

/** JSON whose members have lines of their own down to a depth; below it a value is one line. */
export function jsonRows(value: Json, depth: number, pad = ""): string {
  if (depth === 0 || typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return JSON.stringify(value);
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(
    ([name, part]) =>
      `${pad} ${isList ? "" : `${JSON.stringify(name)}: `}${jsonRows(part, depth - 1, `${pad} `)}`,
  );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${pad}${close}`;
}
