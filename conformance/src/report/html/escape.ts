import { printable } from "../printable.js";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for quoted attribute values alike, in HTML and in SVG. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/**
 * JSON that may stand inside of a `<script>` element: no `<` is left, so neither `</script>` nor `<!--` can end or
 * begin anything, and it parses to the same value.
 */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** An element with escaped attributes; `content` is markup already. An attribute that is `undefined` is left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content = "",
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
  return `<${name}${written.join("")}>${content}</${name}>`;
}
