import type { CheckResult } from "../../types.js";
import type { ReportContext } from "../reporter.js";
import { answerTimes, detailsOf, labelOf, remarkOf } from "../transcript.js";
import { duration, moment } from "../units.js";
import { excuseOf, verdictFaces } from "../verdicts.js";
import { element, escapeHtml } from "./escape.js";
import { sequenceDiagram, stepAnchor } from "./sequence-diagram.js";

/** One check: a line that opens into clause, diagnosis, comparison, diagram, raw messages and commands. */
export function checkCard(check: CheckResult, context: ReportContext): string {
  const face = verdictFaces[check.verdict];
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
  const face = verdictFaces[check.verdict];
  return [
    element("span", { class: "verdict", title: face.meaning }, `${face.mark} ${face.word}`),
    element("span", { class: "title" }, escapeHtml(check.title)),
    element("a", { class: "id", href: `#${check.id}`, title: "Link to this check" }, escapeHtml(check.id)),
    element("span", { class: "level" }, check.level.toUpperCase()),
    element("span", { class: "took" }, duration(check.duration_ms)),
  ].join("");
}

function body(check: CheckResult, context: ReportContext): string {
  const parts = [
    ...check.clause.map((id) => clauseQuote(id, context)),
    paragraph("diagnosis", check.diagnosis ?? verdictFaces[check.verdict].meaning),
    check.excused === undefined ? "" : paragraph("excused", excuseOf(check) ?? ""),
    check.hint === undefined ? "" : paragraph("hint", check.hint),
    comparison(check),
    conversation(check),
    commands(check),
  ];
  return element("div", { class: "body" }, parts.join(""));
}

function clauseQuote(id: string, context: ReportContext): string {
  const clause = context.clause(id);
  // Only web addresses become links: a report may contain data of an unknown author.
  const isWeb = clause?.url !== undefined && /^https?:\/\//.test(clause.url);
  const name = isWeb
    ? element("a", { class: "clause-id", href: clause.url, rel: "noreferrer" }, escapeHtml(id))
    : element("span", { class: "clause-id" }, escapeHtml(id));
  const source = clause === undefined ? "" : element("cite", {}, escapeHtml(clause.source));
  return element("blockquote", { class: "clause" }, `${name} ${escapeHtml(clause?.text ?? "")} ${source}`);
}

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

function conversation(check: CheckResult): string {
  if (check.transcript.length === 0) return "";
  const answered = answerTimes(check.transcript);
  const messages = check.transcript.map((entry, step) => {
    const way = entry.kind === "note" ? "note" : `${entry.from} → ${entry.to}`;
    const details = detailsOf(entry, answered[step]).join(" · ");
    const summary = [
      element("span", { class: "time" }, moment(entry.at_ms)),
      element("span", { class: "way" }, escapeHtml(way)),
      element("span", { class: "label" }, escapeHtml(labelOf(entry))),
      element("span", { class: "detail" }, escapeHtml(details)),
      element("span", { class: "remark" }, escapeHtml(remarkOf(entry) ?? "")),
    ].join("");
    const id = stepAnchor(check, step);
    // The raw message itself is written by the page's script, from the embedded report: it stands in the file once.
    return element("details", { class: "message", id }, element("summary", {}, summary) + element("pre", {}));
  });
  return [
    element("div", { class: "diagram" }, sequenceDiagram(check)),
    element("details", { class: "messages" }, element("summary", {}, "Raw messages") + messages.join("")),
  ].join("");
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
