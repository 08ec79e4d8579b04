import type { CheckResult, Report } from "../types.js";
import { conclusionOf } from "./conclusion.js";
import type { ReportContext } from "./reporter.js";
import { duration, oneLine, percent, printable } from "./text.js";
import { transcriptText } from "./transcript/transcript.js";
import {
  blockageOf,
  excuseOf,
  extentOf,
  verdictDisplays,
  verdictsBySeverity,
  worstFirst,
} from "./verdicts.js";

const MAX_DETAILED = 50;

/** For a pull request comment or a CI summary page: the counts, then every check that did not pass. */
export function renderMarkdown(report: Report, context: ReportContext): string {
  const { headline, sentence } = conclusionOf(report);
  const remarkable = worstFirst(report.checks).filter(
    (check) => verdictDisplays[check.verdict].outcome !== "good",
  );
  const detailed = remarkable.filter((check) => verdictDisplays[check.verdict].outcome !== "absent");
  const absent = remarkable.filter((check) => verdictDisplays[check.verdict].outcome === "absent");
  return [
    `# league.v2 ${report.role}: ${headline}`,
    "",
    escapeMarkdown(sentence),
    "",
    ...facts(report),
    "",
    ...counts(report),
    ...detailed.slice(0, MAX_DETAILED).flatMap((check) => section(context, check)),
    ...(detailed.length > MAX_DETAILED ? ["", `… and ${detailed.length - MAX_DETAILED} more.`] : []),
    ...absentTable(absent),
    "",
  ].join("\n");
}

function facts(report: Report): string[] {
  return [
    `Agent ${code(report.agent)}, wire ${code(report.wire)}, seed ${code(String(report.seed))}, `,
    `spec ${code(`${report.spec.name} ${report.spec.version}`)}, started ${code(report.started_at)}, `,
    `took ${duration(report.duration_ms)}, timing margin ${duration(report.machine.timing_margin_ms)}, `,
    `exit status ${report.exit_code}.`,
  ];
}

function counts(report: Report): string[] {
  const columns = verdictsBySeverity.map((verdict) => verdictDisplays[verdict]);
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [
    row([...columns.map((face) => face.word.toLowerCase()), "MUST clauses exercised"]),
    row([...columns, ""].map(() => "---:")),
    row([...columns.map((face) => report.summary[face.count]), percent(report.summary.must_coverage)]),
  ];
}

function section(context: ReportContext, check: CheckResult): string[] {
  const face = verdictDisplays[check.verdict];
  return [
    "",
    `## ${face.mark} ${escapeMarkdown(check.title)}`,
    "",
    `**${face.word}** ${code(check.id)} · ${check.level.toUpperCase()} · ${duration(check.duration_ms)}`,
    ...check.clause.flatMap((id) => ["", `> ${clauseLine(context, id)}`]),
    ...(check.diagnosis === undefined ? [] : ["", escapeMarkdown(check.diagnosis)]),
    ...[extentOf(check), blockageOf(check)].flatMap((text) => (text === undefined ? [] : ["", `${text}.`])),
    ...(check.excused === undefined ? [] : ["", escapeMarkdown(excuseOf(check) ?? "")]),
    ...(check.hint === undefined ? [] : ["", `Hint: ${escapeMarkdown(check.hint)}`]),
    ...comparison(check),
    ...transcript(check),
    ...(check.reproduce === undefined ? [] : ["", "Again:", ...fence(commands(check.reproduce), "sh")]),
  ];
}

function clauseLine(context: ReportContext, id: string): string {
  const clause = context.clause(id);
  const name = `**${escapeMarkdown(id)}**`;
  return clause === undefined
    ? name
    : `${name} ${escapeMarkdown(clause.text)} (${escapeMarkdown(clause.source)})`;
}

function comparison(check: CheckResult): string[] {
  const lines = [
    ...(check.expected === undefined ? [] : [`expected  ${check.expected}`]),
    ...(check.received === undefined ? [] : [`received  ${check.received}`]),
  ];
  return lines.length === 0 ? [] : ["", ...fence(lines.join("\n"), "text")];
}

function transcript(check: CheckResult): string[] {
  if (check.transcript.length === 0) return [];
  const text = transcriptText(check.transcript).join("\n");
  return ["", "<details><summary>Transcript</summary>", "", ...fence(text, "text"), "", "</details>"];
}

function absentTable(checks: readonly CheckResult[]): string[] {
  if (checks.length === 0) return [];
  const rows = checks.map((check) => {
    return `| ${code(check.id)} | ${check.verdict} | ${escapeMarkdown(check.diagnosis ?? "")} |`;
  });
  return ["", "## Not decided by this run", "", "| check | verdict | why |", "| --- | --- | --- |", ...rows];
}

function commands(reproduce: NonNullable<CheckResult["reproduce"]>): string {
  return reproduce.curl === undefined ? reproduce.replay : `${reproduce.replay}\n${reproduce.curl}`;
}

/** A fence is longer than any run of backticks inside of it. */
function fence(text: string, language: string): string[] {
  const clean = printable(text);
  const mark = "`".repeat(Math.max(3, longestRun(clean) + 1));
  return [`${mark}${language}`, clean, mark];
}

function code(text: string): string {
  const clean = oneLine(text).replaceAll("|", "\\|");
  const mark = "`".repeat(longestRun(clean) + 1);
  return clean.startsWith("`") || clean.endsWith("`") ? `${mark} ${clean} ${mark}` : `${mark}${clean}${mark}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
}

/** Text of an agent must not become markup, mentions or links. */
function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_[\]|~#]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("@", "@\u200b");
}
