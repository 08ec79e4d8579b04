import { script, style } from "@league-v2/viewer/report";
import type { Report } from "../../types.js";
import { conclusionOf } from "../conclusion.js";
import type { ReportContext } from "../reporter.js";
import { duration, percent } from "../units.js";
import { byGroup, verdictDisplays, verdictsBySeverity, worstFirst } from "../verdicts.js";
import { checkCard } from "./check-card.js";
import { barOf, capitalised, documentOf } from "./document.js";
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
      footer(report, context),
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
    element("h1", {}, capitalised(headline)),
    element("p", { class: "sentence" }, escapeHtml(sentence)),
    bar(report),
    element("dl", {}, list.join("")),
  ];
  return element("header", { class: tone }, element("div", {}, content.join("")));
}

function bar({ summary }: Report): string {
  return barOf(
    verdictsBySeverity.map((verdict) => {
      const { count, tone, word } = verdictDisplays[verdict];
      return { count: summary[count], tone, name: word.toLowerCase() };
    }),
  );
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

function footer(report: Report, context: ReportContext): string {
  const made = `${context.tool.name} ${context.tool.version}`;
  return element(
    "footer",
    {},
    escapeHtml(`Made by ${made} from one run. Specification ${report.spec.hash}.`),
  );
}
