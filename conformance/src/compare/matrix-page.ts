/** Matrices as one page: a cell opens to the checks that made its verdict. */
import { conclusionOf } from "../report/conclusion.js";
import { documentOf } from "../report/html/document.js";
import { element, escapeHtml } from "../report/html/escape.js";
import { pageStyle, tableStyle } from "../report/html/page-style.js";
import { percent } from "../report/units.js";
import { type Tone, verdictDisplays } from "../report/verdicts.js";
import type { Cell, Matrix } from "./matrix.js";

export function renderMatrices(matrices: readonly Matrix[]): string {
  const reports = matrices.flatMap(({ columns }) => columns.map(({ report }) => report));
  const failing = reports.filter(({ exit_code }) => exit_code !== 0).length;
  const tone: Tone = failing > 0 ? "red" : "green";
  const sentence = `${reports.length - failing} of ${reports.length} conform. A cell shows the worst verdict of a group of checks, of how many checks, and how many there are.`;
  return documentOf({
    title: `league.v2 conformance of ${reports.length} agents`,
    tone,
    style: pageStyle + tableStyle,
    body: [
      element(
        "header",
        { class: tone },
        `<div><div class="kind">league.v2 conformance · matrix</div><h1>${reports.length} agents</h1>${element("p", { class: "sentence" }, sentence)}</div>`,
      ),
      "<main>",
      ...matrices.map(matrixTable),
      "</main>",
    ],
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
  const lines = rows.map(({ group, cells }) =>
    element("tr", {}, element("th", { scope: "row" }, escapeHtml(group)) + cells.map(cellOf).join("")),
  );
  const head = element(
    "thead",
    {},
    element("tr", {}, element("th", { scope: "col" }, "group") + heads.join("")),
  );
  const table = element(
    "table",
    {},
    element("caption", {}, role) + head + element("tbody", {}, lines.join("")),
  );
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": `Matrix of the role ${role}` },
    table,
  );
}

function cellOf(cell: Cell | undefined): string {
  if (cell === undefined) return element("td", {}, "–");
  const { mark, tone, word } = verdictDisplays[cell.worst];
  const badge = element("span", { class: `verdict ${tone}` }, `${mark} ${word} ${cell.count}/${cell.total}`);
  if (cell.remarkable.length === 0) return element("td", {}, badge);
  const items = cell.remarkable.map(({ id, diagnosis }) => {
    const why = diagnosis === undefined ? "" : `<br>${escapeHtml(diagnosis.split("\n")[0] ?? "")}`;
    return element("li", {}, element("span", { class: "id" }, escapeHtml(id)) + why);
  });
  const list = element("ul", {}, items.join(""));
  return element("td", {}, element("details", {}, element("summary", {}, badge) + list));
}
