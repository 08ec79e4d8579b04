/** A comparison of two reports, and the matrix of several, as one page each: a header, then tables. */
import { conclusionOf } from "../report/conclusion.js";
import { documentOf } from "../report/html/document.js";
import { element, escapeHtml } from "../report/html/escape.js";
import { pageStyle, tableStyle } from "../report/html/page-style.js";
import { percent } from "../report/units.js";
import { type Tone, verdictDisplays } from "../report/verdicts.js";
import type { CheckResult, Report } from "../types.js";
import { type Comparison, type Section, sectionsOf, verdictOn } from "./compare.js";
import type { Cell, Matrix } from "./matrix.js";

interface PageParts {
  title: string;
  tone: Tone;
  /** What it is a page of. */
  kind: string;
  headline: string;
  sentence: string;
  /** Markup behind the sentence. */
  facts?: string;
  tables: readonly string[];
}

function page({ title, tone, kind, headline, sentence, facts = "", tables }: PageParts): string {
  const head = [
    element("div", { class: "kind" }, `league.v2 conformance · ${escapeHtml(kind)}`),
    element("h1", {}, headline),
    element("p", { class: "sentence" }, escapeHtml(sentence)),
    facts,
  ];
  return documentOf({
    title,
    tone,
    style: pageStyle + tableStyle,
    body: [
      element("header", { class: tone }, element("div", {}, head.join(""))),
      "<main>",
      ...tables,
      "</main>",
    ],
  });
}

interface TableParts {
  label: string;
  tone?: Tone;
  /** Markup, as the cells. */
  caption: string;
  columns: readonly string[];
  rows: readonly { head: string; cells: readonly string[] }[];
}

function table({ label, tone, caption, columns, rows }: TableParts): string {
  const heads = columns.map((column) =>
    column.startsWith("<th") ? column : element("th", { scope: "col" }, column),
  );
  const lines = rows.map(({ head, cells }) => {
    const row = element("th", { scope: "row" }, head) + cells.map((cell) => element("td", {}, cell)).join("");
    return element("tr", {}, row);
  });
  const content = [
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, heads.join(""))),
    element("tbody", {}, lines.join("")),
  ];
  const frame = { class: tone === undefined ? "scroll" : `scroll ${tone}`, tabindex: 0, role: "region" };
  return element("div", { ...frame, "aria-label": label }, element("table", {}, content.join("")));
}

/** What became worse stands first, each row with both verdicts and the reason. */
export function renderComparison(comparison: Comparison, before: Report, after: Report): string {
  const headline = comparison.worse ? "Something is worse" : "Nothing is worse";
  const fact = (name: string, value: string) =>
    element("div", {}, element("dt", {}, escapeHtml(name)) + element("dd", {}, escapeHtml(value)));
  const run = (name: string, { started_at, agent }: Report) =>
    fact(name, `${started_at.slice(0, 19).replace("T", " ")} UTC · ${agent}`);
  const differences = comparison.differences
    .filter(({ what }) => what !== "agent")
    .map(({ what, before: was, after: is }) => fact(what, `${was} → ${is}`));
  return page({
    title: `league.v2 ${after.role}: ${headline.toLowerCase()}`,
    tone: comparison.worse ? "red" : "green",
    kind: `${after.role} · comparison`,
    headline,
    sentence: verdictOn(comparison),
    facts: element("dl", {}, [run("Older", before), run("Newer", after), ...differences].join("")),
    tables: sectionsOf(comparison).map(sectionTable),
  });
}

function sectionTable({ title, tone, rows }: Section): string {
  const isRemoved = title === "only in the older report";
  return table({
    label: title,
    tone,
    caption: `${escapeHtml(title)} <span class="count">${rows.length}</span>`,
    columns: ["check", "before", "after", "why"],
    rows: rows.map(({ check, before }) => {
      const [was, is] =
        before === undefined ? (isRemoved ? [check, undefined] : [undefined, check]) : [before, check];
      const why = check.verdict === "pass" ? "" : (check.diagnosis ?? "");
      return {
        head: `${escapeHtml(check.title)}<br><span class="id">${escapeHtml(check.id)}</span>`,
        cells: [verdictOf(was), verdictOf(is), escapeHtml(why)],
      };
    }),
  });
}

function verdictOf(check: CheckResult | undefined): string {
  if (check === undefined) return "–";
  const { tone, mark, word } = verdictDisplays[check.verdict];
  return element("span", { class: `verdict ${tone}` }, `${mark} ${word}`);
}

/** A cell opens to the checks that made its verdict. */
export function renderMatrices(matrices: readonly Matrix[]): string {
  const reports = matrices.flatMap(({ columns }) => columns.map(({ report }) => report));
  const failing = reports.filter(({ exit_code }) => exit_code !== 0).length;
  return page({
    title: `league.v2 conformance of ${reports.length} agents`,
    tone: failing > 0 ? "red" : "green",
    kind: "matrix",
    headline: `${reports.length} agents`,
    sentence: `${reports.length - failing} of ${reports.length} conform. A cell shows the worst verdict of a group of checks, of how many checks, and how many there are.`,
    tables: matrices.map(matrixTable),
  });
}

function matrixTable({ role, columns, rows }: Matrix): string {
  const heads = columns.map(({ letter, file, report }) => {
    const { headline, tone } = conclusionOf(report);
    const words = [
      element("strong", {}, `${letter} · ${escapeHtml(file)}`),
      element("span", { class: "agent" }, escapeHtml(report.agent)),
      element("span", { class: `verdict ${tone}` }, escapeHtml(headline)),
      element("span", { class: "agent" }, `${percent(report.summary.must_coverage)} of the MUST clauses`),
    ];
    return element("th", { scope: "col", class: "column" }, words.join(""));
  });
  return table({
    label: `Matrix of the role ${role}`,
    caption: role,
    columns: ["group", ...heads],
    rows: rows.map(({ group, cells }) => ({ head: escapeHtml(group), cells: cells.map(contentOf) })),
  });
}

function contentOf(cell: Cell | undefined): string {
  if (cell === undefined) return "–";
  const { mark, tone, word } = verdictDisplays[cell.worst];
  const badge = element("span", { class: `verdict ${tone}` }, `${mark} ${word} ${cell.count}/${cell.total}`);
  if (cell.remarkable.length === 0) return badge;
  const items = cell.remarkable.map(({ id, diagnosis }) => {
    const why = diagnosis === undefined ? "" : `<br>${escapeHtml(diagnosis.split("\n")[0] ?? "")}`;
    return element("li", {}, element("span", { class: "id" }, escapeHtml(id)) + why);
  });
  return element("details", {}, element("summary", {}, badge) + element("ul", {}, items.join("")));
}
