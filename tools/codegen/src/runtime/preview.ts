/** The longest part of a peer's value that is shown, in characters. */
const LIMIT = 60;

/** A short description of a value: at most 60 characters of it, and never the content of an object or list. */
export function preview(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(shorten(value, LIMIT - 2));
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) {
    const count = Object.keys(value).length;
    return count === 0 ? "an empty object" : `an object with ${count} ${count === 1 ? "field" : "fields"}`;
  }
  return shorten(String(value), LIMIT);
}

/** The text, cut at a number of characters and marked if it was cut. */
export function shorten(text: string, limit: number): string {
  const head = text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
  // A single surrogate is not valid in UTF-8.
  return head.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}

/** The kind of a value, with its article: "a string", "null". */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "object":
      return "an object";
    case "undefined":
      return "nothing";
    default:
      return `a ${typeof value}`;
  }
}
