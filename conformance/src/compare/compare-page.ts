/** A comparison as one page: what became worse stands first, each row with both verdicts and the reason. */
import { documentOf } from "../report/html/document.js";
import { element, escapeHtml } from "../report/html/escape.js";
import { pageStyle, tableStyle } from "../report/html/page-style.js";
import { type Tone, verdictDisplays } from "../report/verdicts.js";
import type { CheckResult, Report } from "../types.js";
import { type Comparison, type Section, sectionsOf, verdictOn } from "./compare.js";

export function renderComparison(comparison: Comparison, before: Report, after: Report): string {
  const tone: Tone = comparison.worse ? "red" : "green";
  const headline = comparison.worse ? "Something is worse" : "Nothing is worse";
  return documentOf({
    title: `league.v2 ${after.role}: ${headline.toLowerCase()}`,
    tone,
    style: pageStyle + tableStyle,
    body: [
      element("header", { class: tone }, element("div", {}, head(headline, comparison, before, after))),
      "<main>",
      ...sectionsOf(comparison).map(sectionTable),
      "</main>",
    ],
  });
}

function head(headline: string, comparison: Comparison, before: Report, after: Report): string {
  const run = (name: string, { started_at, agent }: Report) =>
    fact(name, `${started_at.slice(0, 19).replace("T", " ")} UTC · ${agent}`);
  const differences = comparison.differences
    .filter(({ what }) => what !== "agent")
    .map(({ what, before: was, after: is }) => fact(what, `${was} → ${is}`));
  return [
    element("div", { class: "kind" }, `league.v2 conformance · ${escapeHtml(after.role)} · comparison`),
    element("h1", {}, headline),
    element("p", { class: "sentence" }, escapeHtml(verdictOn(comparison))),
    element("dl", {}, [run("Older", before), run("Newer", after), ...differences].join("")),
  ].join("");
}

function fact(name: string, value: string): string {
  return element("div", {}, element("dt", {}, escapeHtml(name)) + element("dd", {}, escapeHtml(value)));
}

function sectionTable({ title, tone, rows }: Section): string {
  const columns = ["check", "before", "after", "why"].map((name) => element("th", { scope: "col" }, name));
  const isRemoved = title === "only in the older report";
  const lines = rows.map(({ check, before }) => {
    const [was, is] =
      before === undefined ? (isRemoved ? [check, undefined] : [undefined, check]) : [before, check];
    const cells = [
      element(
        "th",
        { scope: "row" },
        `${escapeHtml(check.title)}<br><span class="id">${escapeHtml(check.id)}</span>`,
      ),
      element("td", {}, verdictOf(was)),
      element("td", {}, verdictOf(is)),
      element("td", {}, escapeHtml(check.verdict === "pass" ? "" : (check.diagnosis ?? ""))),
    ];
    return element("tr", {}, cells.join(""));
  });
  const caption = element("caption", {}, `${escapeHtml(title)} <span class="count">${rows.length}</span>`);
  const table =
    caption +
    element("thead", {}, element("tr", {}, columns.join(""))) +
    element("tbody", {}, lines.join(""));
  return element(
    "div",
    { class: `scroll ${tone}`, tabindex: 0, role: "region", "aria-label": title },
    element("table", {}, table),
  );
}

function verdictOf(check: CheckResult | undefined): string {
  if (check === undefined) return "–";
  const { tone, mark, word } = verdictDisplays[check.verdict];
  return element("span", { class: `verdict ${tone}` }, `${mark} ${word}`);
}
