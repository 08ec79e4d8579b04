/** The frame of the page: one file whose policy allows only its own style and script, by their hashes. */
import { createHash } from "node:crypto";
import type { Tone } from "../verdicts.js";
import { embedJson, escapeHtml } from "./escape.js";

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
