import { printable } from "../text.js";

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
 * JSON for the content of a `<script>` element: it has no `<`, so that neither `</script>` nor `<!--` has an effect,
 * and it parses to the same value.
 */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** An element with escaped attributes; `content` is markup. Attributes that are `undefined` are omitted. */
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
