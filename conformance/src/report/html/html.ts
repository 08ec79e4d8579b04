import type { Report } from "../../types.js";
import { conclusionOf } from "../conclusion.js";
import type { ReportContext } from "../reporter.js";
import { duration, percent } from "../units.js";
import { byGroup, verdictFaces, verdictsBySeverity, worstFirst } from "../verdicts.js";
import { checkCard } from "./check-card.js";
import { element, embedJson, escapeHtml } from "./escape.js";
import { pageScript } from "./page-script.js";
import { pageStyle } from "./page-style.js";

/** Nothing is loaded from anywhere, and nothing that slipped into the page could send anything either. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'";

/** One self-contained page: the run, its checks worst first, each failure as a sequence diagram with times. */
export function renderHtml(report: Report, context: ReportContext): string {
  const { headline, tone } = conclusionOf(report);
  const title = `league.v2 ${report.role}: ${headline}`;
  return [
    "<!doctype html>",
    '<html lang="en">',
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${escapeHtml(title)}</title><link rel="icon" href="${icon(tone)}">`,
    `<style>${pageStyle}</style></head>`,
    "<body>",
    pageHead(report),
    filters(report),
    "<main>",
    ...worstFirst(report.checks).map((check) => checkCard(check, context)),
    footer(report, context),
    "</main>",
    `<script type="application/json" id="report-data">${embedJson(report)}</script>`,
    `<script>${pageScript}</script>`,
    "</body></html>",
    "",
  ].join("\n");
}

function pageHead(report: Report): string {
  const { headline, sentence, tone } = conclusionOf(report);
  const facts: [string, string][] = [
    ["Agent", report.agent],
    ["Wire", report.wire],
    ["MUST clauses exercised", percent(report.summary.must_coverage)],
    ["Started", report.started_at.replace("T", " ").replace(/(\.\d+)?(Z|\+00:00)$/, " UTC")],
    ["Took", duration(report.duration_ms)],
    ["Timing margin", duration(report.machine.timing_margin_ms)],
    ["Seed", String(report.seed)],
    ["Exit status", String(report.exit_code)],
  ];
  const list = facts.map(([name, value]) =>
    element("div", {}, element("dt", {}, name) + element("dd", {}, escapeHtml(value))),
  );
  const content = [
    element(
      "div",
      { class: "kind" },
      `${escapeHtml(`${report.spec.name} ${report.spec.version}`)} conformance · ${report.role}`,
    ),
    element("h1", {}, capitalised(headline)),
    element("p", { class: "sentence" }, escapeHtml(sentence)),
    bar(report),
    element("dl", {}, list.join("")),
  ];
  return element("header", { class: tone }, element("div", {}, content.join("")));
}

/** All checks in one line, each verdict as wide as its share. */
function bar(report: Report): string {
  const parts = verdictsBySeverity.map((verdict) => {
    const { count, tone, word } = verdictFaces[verdict];
    const number = report.summary[count];
    const attributes = { class: tone, style: `flex:${number}`, title: `${number} ${word.toLowerCase()}` };
    return number === 0 ? "" : element("span", attributes);
  });
  return element("div", { class: "bar", "aria-hidden": "true" }, parts.join(""));
}

function filters(report: Report): string {
  const chips = verdictsBySeverity.map((verdict) => {
    const { count, tone, word } = verdictFaces[verdict];
    if (report.summary[count] === 0) return "";
    const box = `<input type="checkbox" name="verdict" value="${verdict}" checked>`;
    return element(
      "label",
      { class: `chip ${tone}` },
      `${box}${report.summary[count]} ${word.toLowerCase()}`,
    );
  });
  const option = (value: string, text: string) => element("option", { value }, escapeHtml(text));
  const select = (name: string, all: string, values: readonly string[]) =>
    element(
      "select",
      { name, "aria-label": name },
      [option("", all), ...values.map((value) => option(value, value))].join(""),
    );
  const controls = [
    ...chips,
    select("level", "every level", ["must", "should", "may"]),
    select("group", "every group", [...byGroup(report.checks).keys()]),
    '<input type="search" name="words" placeholder="search" aria-label="search">',
    '<button type="button" id="all">show all</button><button type="button" id="fold">open / close</button>',
    element("span", { id: "shown", role: "status" }),
  ];
  return element("nav", { id: "filters", "aria-label": "filters" }, element("div", {}, controls.join("")));
}

function footer(report: Report, context: ReportContext): string {
  const made = `${context.tool.name} ${context.tool.version}`;
  return element(
    "footer",
    {},
    escapeHtml(`Made by ${made} from one run. Specification ${report.spec.hash}.`),
  );
}

function icon(tone: string): string {
  const colour = { green: "2c7a3f", red: "c0392b", yellow: "b98900", magenta: "7b3fa0" }[tone] ?? "6b7280";
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23${colour}'/%3E%3C/svg%3E`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
