import type { Report } from "../types.js";
import { conclusionOf } from "./conclusion.js";
import type { Render } from "./reporter.js";
import { percent } from "./units.js";
import type { Tone } from "./verdicts.js";

/** A file that ends in `.svg` is a picture, any other the JSON of a shields.io endpoint. */
export function badgeRendererFor(path: string): Render {
  return path.toLowerCase().endsWith(".svg") ? renderBadgeSvg : renderBadgeJson;
}

function renderBadgeJson(report: Report): string {
  const { label, message, tone } = badgeOf(report);
  return `${JSON.stringify({ schemaVersion: 1, label, message, color: shieldsColours[tone] })}\n`;
}

function renderBadgeSvg(report: Report): string {
  const { label, message, tone } = badgeOf(report);
  const left = textWidth(label) + 12;
  const right = textWidth(message) + 12;
  const text = (at: number, width: number, content: string) =>
    `<text x="${at}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${message}">`,
    `<title>${label}: ${message}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3b4252"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${svgColours[tone]}"/></g>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    text(6, left - 12, label),
    text(left + 6, right - 12, message),
    "</g></svg>",
    "",
  ].join("\n");
}

/** All words come from fixed lists and numbers, so nothing in a badge needs escaping. */
function badgeOf(report: Report): { label: string; message: string; tone: Tone } {
  const { headline, tone } = conclusionOf(report);
  const { fail, must_coverage } = report.summary;
  const suffix = {
    0: ` · ${percent(must_coverage)} of MUST`,
    1: fail === 0 ? "" : ` · ${fail} failed`,
    2: "",
    3: "",
    4: "",
    5: "",
  }[report.exit_code];
  return { label: `league.v2 ${report.role}`, message: headline + suffix, tone };
}

const shieldsColours: Readonly<Record<Tone, string>> = {
  green: "brightgreen",
  red: "red",
  yellow: "yellow",
  magenta: "blueviolet",
  grey: "lightgrey",
};

const svgColours: Readonly<Record<Tone, string>> = {
  green: "#2c7a3f",
  red: "#c0392b",
  yellow: "#8a6100",
  magenta: "#7b3fa0",
  grey: "#6b7280",
};

/** Verdana at 11 px, approximately: `textLength` makes the text fit in any font. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += /[ilj.·: ]/.test(character) ? 4 : /[mwMW%]/.test(character) ? 10 : 7;
  return width;
}
