import { script, style } from "@league-v2/viewer/report";
import { packageVersion } from "../../package-folder.js";
import type { Report } from "../../types.js";
import { conclusionOf } from "../conclusion.js";
import type { ReportContext } from "../reporter.js";
import { duration, percent } from "../text.js";
import { byGroup, verdictDisplays, verdictsBySeverity, worstFirst } from "../verdicts.js";
import { checkCard } from "./check-card.js";
import { documentOf } from "./document.js";
import { pageData } from "./drawing.js";
import { element, escapeHtml } from "./escape.js";
import { pageStyle } from "./page-style.js";

/** One self-contained page: the run, its checks worst first, each failure as a sequence diagram with times. */
export function renderHtml(report: Report, context: ReportContext): string {
  const { headline, tone } = conclusionOf(report);
  return documentOf({
    title: `league.v2 ${report.role}: ${headline}`,
    tone,
    style: style + pageStyle,
    body: [
      "<!-- Contains preact (https://preactjs.com), MIT License, Copyright (c) 2015-present Jason Miller. -->",
      pageHead(report),
      filters(report),
      "<main>",
      ...worstFirst(report.checks).map((check) => checkCard(check, context)),
      footer(report),
      "</main>",
    ],
    data: pageData(report, context),
    script,
  });
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
    element("h1", {}, headline.charAt(0).toUpperCase() + headline.slice(1)),
    element("p", { class: "sentence" }, escapeHtml(sentence)),
    bar(report),
    element("dl", {}, list.join("")),
  ];
  return element("header", { class: tone }, element("div", {}, content.join("")));
}

/** All checks as a bar with proportional parts. An SVG, because the policy allows no style attributes. */
function bar({ summary }: Report): string {
  let begin = 0;
  const shares = verdictsBySeverity.map((verdict) => {
    const { count, tone, word } = verdictDisplays[verdict];
    const width = summary[count];
    const x = begin;
    begin += width;
    const title = element("title", {}, escapeHtml(`${width} ${word.toLowerCase()}`));
    return width === 0 ? "" : element("rect", { class: tone, x, y: 0, width, height: 1 }, title);
  });
  const frame = { class: "bar", viewBox: `0 0 ${Math.max(1, begin)} 1`, preserveAspectRatio: "none" };
  return element("svg", { ...frame, "aria-hidden": "true" }, shares.join(""));
}

function filters(report: Report): string {
  const chips = verdictsBySeverity.map((verdict) => {
    const { count, tone, word } = verdictDisplays[verdict];
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

function footer({ spec }: Report): string {
  const made = `Made by league-conformance ${packageVersion()} from one run. Specification ${spec.hash}.`;
  return element("footer", {}, escapeHtml(made));
}
