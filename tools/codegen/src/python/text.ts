import type { Json } from "../json.js";

/** Words of Python that no name can be. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in
  is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

/** Whether a text can be a name in Python. Two underscores at its front would change it inside of a class. */
export function isIdentifier(text: string): boolean {
  return (
    /^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(text) &&
    !KEYWORDS.has(text) &&
    !text.startsWith("__") &&
    text === text.normalize("NFKC")
  );
}

/** A plain value as a literal. */
export function pythonText(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return JSON.stringify(value);
  // JSON has the same escapes as Python, but for characters beyond the first plane, which need none.
  return JSON.stringify(value).replaceAll("\u007f", "\\x7f");
}

/** The text of a docstring, on one line. */
export function docstring(text: string): string {
  const line = text
    .trim()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"');
  return `"""${line}"""`;
}

/** "GameOver" → "game_over". */
export function snake(kebab: string): string {
  return kebab.replaceAll("-", "_");
}
