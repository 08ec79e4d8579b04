import { script, style } from "@league-v2/viewer/report";
import { packageVersion } from "../../package-folder.js";
import type { CheckResult, Report } from "../../types.js";
import { conclusionOf } from "../conclusion.js";
import type { ReportContext } from "../reporter.js";
import { duration, percent } from "../text.js";
import { transcriptText } from "../transcript/transcript.js";
import { byGroup, excuseOf, verdictDisplays, verdictsBySeverity, worstFirst } from "../verdicts.js";
import { documentOf, element, escapeHtml } from "./document.js";
import { pageData } from "./drawing.js";
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
  const form = { id: "filters", role: "search", "aria-label": "filters" };
  return element("form", form, element("div", {}, controls.join("")));
}

function footer({ spec }: Report): string {
  const made = `Made by league-conformance ${packageVersion()} from one run. Specification ${spec.hash}.`;
  return element("footer", {}, escapeHtml(made));
}

/** One check: a line that expands to clause, diagnosis, comparison, messages, known faults and commands. */
export function checkCard(check: CheckResult, context: ReportContext): string {
  const face = verdictDisplays[check.verdict];
  const open = face.outcome === "bad" ? "" : undefined;
  const attributes = {
    class: `check ${face.tone}`,
    id: check.id,
    "data-verdict": check.verdict,
    "data-level": check.level,
    "data-group": check.group,
    open,
  };
  return element("details", attributes, element("summary", {}, headline(check)) + body(check, context));
}

function headline(check: CheckResult): string {
  const face = verdictDisplays[check.verdict];
  return [
    element("span", { class: "verdict", title: face.meaning }, `${face.mark} ${face.word}`),
    element("span", { class: "title" }, escapeHtml(check.title)),
    element("span", { class: "id" }, escapeHtml(check.id)),
    element("span", { class: "level" }, check.level.toUpperCase()),
    element("span", { class: "took" }, duration(check.duration_ms)),
  ].join("");
}

function body(check: CheckResult, context: ReportContext): string {
  const parts = [
    ...check.clause.map((id) => clauseQuote(id, context)),
    paragraph("diagnosis", check.diagnosis ?? verdictDisplays[check.verdict].meaning),
    check.excused === undefined ? "" : paragraph("excused", excuseOf(check) ?? ""),
    check.hint === undefined ? "" : paragraph("hint", check.hint),
    comparison(check),
    conversation(check),
    planted(check.id, context),
    commands(check),
    element("a", { class: "permalink", href: `#${check.id}` }, `Link to ${escapeHtml(check.id)}`),
  ];
  return element("div", { class: "body" }, parts.join(""));
}

function clauseQuote(id: string, context: ReportContext): string {
  const clause = context.clause(id);
  const name = element("span", { class: "clause-id" }, escapeHtml(id));
  const source = clause === undefined ? "" : element("cite", {}, escapeHtml(clause.source));
  return element("blockquote", { class: "clause" }, `${name} ${withCode(clause?.text ?? "")} ${source}`);
}

/** The texts of the spec mark names with backticks, as in Markdown. */
const withCode = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

function comparison(check: CheckResult): string {
  const side = (title: string, value: string | undefined) =>
    value === undefined
      ? ""
      : element(
          "div",
          { class: `side ${title}` },
          element("h4", {}, title) + element("pre", {}, escapeHtml(value)),
        );
  const sides = side("expected", check.expected) + side("received", check.received);
  return sides === "" ? "" : element("div", { class: "comparison" }, sides);
}

/** The page's script draws it as a diagram; without scripts it is text. */
function conversation({ transcript }: CheckResult): string {
  if (transcript.length === 0) return "";
  const text = element("pre", {}, escapeHtml(transcriptText(transcript).join("\n")));
  return element("div", { class: "conversation-place" }) + element("noscript", {}, text);
}

/** The evidence for verdicts of this check: the faults of the self-test that break its clauses. */
function planted(id: string, context: ReportContext): string {
  const faults = context.explanation?.(id)?.faults ?? [];
  if (faults.length === 0) return "";
  const known = `The self-test has ${faults.length} ${faults.length === 1 ? "fault that breaks" : "faults that break"} these clauses`;
  const items = faults.map((one) =>
    element("li", {}, `${element("code", {}, escapeHtml(one.id))} ${escapeHtml(one.fault)}`),
  );
  const source =
    "Each was put into a reference agent, and the suite's self-test holds that a check of its clause finds it.";
  return element(
    "details",
    { class: "planted" },
    element("summary", {}, known) + element("p", {}, source) + element("ul", {}, items.join("")),
  );
}

function commands({ reproduce }: CheckResult): string {
  if (reproduce === undefined) return "";
  const command = (title: string, text: string | undefined) =>
    text === undefined ? "" : element("h4", {}, title) + element("pre", {}, escapeHtml(text));
  return element(
    "div",
    { class: "commands" },
    command("Again", reproduce.replay) + command("curl", reproduce.curl),
  );
}

function paragraph(className: string, text: string): string {
  return element("p", { class: className }, escapeHtml(text));
}
