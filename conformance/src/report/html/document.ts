/** The frame of the page: one file whose policy allows only its own style and script, by their hashes. */
import { createHash } from "node:crypto";
import { printable } from "../text.js";
import type { Tone } from "../verdicts.js";

export interface DocumentParts {
  title: string;
  /** The tone of the icon in the browser's tab. */
  tone: Tone;
  style: string;
  /** Markup. */
  body: readonly string[];
  /** The data for the script: JSON in the page with the id `report-data`. */
  data: unknown;
  script: string;
}

/** The policy blocks external resources, and scripts that an agent's text may contain. */
function policyFor(style: string, script: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

export function documentOf({ title, tone, style, body, data, script }: DocumentParts): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policyFor(style, script)}">`,
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title><link rel="icon" href="${icon(tone)}">`,
    `<style>${style}</style></head>`,
    "<body>",
    ...body,
    `<script type="application/json" id="report-data">${embedJson(data)}</script>`,
    `<script type="module">${script}</script>`,
    "</body></html>",
    "",
  ].join("\n");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function icon(tone: Tone): string {
  const colour = { green: "2c7a3f", red: "c0392b", yellow: "b98900", magenta: "7b3fa0", grey: "6b7280" }[
    tone
  ];
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23${colour}'/%3E%3C/svg%3E`;
}

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
