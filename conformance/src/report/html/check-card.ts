import type { CheckResult } from "../../types.js";
import type { ReportContext } from "../reporter.js";
import { duration } from "../text.js";
import { transcriptText } from "../transcript/transcript.js";
import { excuseOf, verdictDisplays } from "../verdicts.js";
import { element, escapeHtml } from "./escape.js";

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
