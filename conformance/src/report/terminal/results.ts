/** The results of a run: common causes, failures and warnings, and the summary. */
import { longestWait } from "../../time/protocol-deadlines.js";
import type { CheckResult, Report } from "../../types.js";
import { conclusionOf, counted } from "../conclusion.js";
import type { ReportContext } from "../reporter.js";
import { duration, oneLine, percent, printable } from "../text.js";
import { transcriptText } from "../transcript/transcript.js";
import {
  blockageOf,
  excuseOf,
  extentOf,
  verdictDisplays,
  verdictsBySeverity,
  worstFirst,
} from "../verdicts.js";
import { LABEL_WIDTH, labelled, type Paint, wrap } from "./layout.js";

/** Further ones have one line each. */
const MAX_BLOCKS = 20;

interface ResultStyle {
  paint: Paint;
  width: number;
  /** Prints every failure and warning in full. */
  verbose: boolean;
  /** No warnings. */
  quiet: boolean;
}

export function resultLines(report: Report, context: ReportContext, style: ResultStyle): string[] {
  const { paint, width, verbose, quiet } = style;
  const isBad = ({ verdict }: CheckResult) => verdictDisplays[verdict].outcome === "bad";
  const shown = worstFirst(report.checks).filter(
    (check) => isBad(check) || (check.verdict === "warn" && !quiet),
  );
  const bad = shown.filter(isBad);
  // Next to a failure a warning is one line, so that the failures stand out.
  const blocks = verbose ? shown : (bad.length > 0 ? bad : shown).slice(0, MAX_BLOCKS);
  const rest = shown.slice(blocks.length).map(({ id, verdict, clause }) => {
    const { tone, mark } = verdictDisplays[verdict];
    return `    ${paint.tone(tone, mark)} ${id}  ${clause.join(" ")}`;
  });
  const causes = commonCauses(report, paint, width);
  return [
    ...(causes.length === 0 ? [] : ["", ...causes]),
    ...blocks.flatMap((check) => ["", ...failureBlock(check, context, { paint, width, verbose })]),
    ...(rest.length === 0 ? [] : ["", `  and ${rest.length} more (--verbose shows them whole):`, ...rest]),
    "",
    ...summaryLines(report, paint, width),
  ];
}

/** The counts and the verdict of the whole run. */
function summaryLines(report: Report, paint: Paint, width: number): string[] {
  const { role, summary, machine, seed, duration_ms } = report;
  const { headline, sentence, tone } = conclusionOf(report);
  const counts = verdictsBySeverity
    .map((verdict) => verdictDisplays[verdict])
    .filter(({ count }) => summary[count] > 0)
    .map(({ count, tone, word }) => paint.tone(tone, `${summary[count]} ${word.toLowerCase()}`));
  const circumstances = [
    `${percent(summary.must_coverage)} of the MUST clauses exercised`,
    `took ${duration(duration_ms)}${mandatedWait(report)}`,
    `timing margin ${duration(machine.timing_margin_ms)}`,
    `seed ${seed}`,
    ...(machine.instances_started > 0 ? [`${counted(machine.instances_started, "instance")} started`] : []),
  ];
  return [
    paint.bold(paint.tone(tone, `league.v2 ${role} · ${headline}`)),
    ...wrap(sentence, width - 2).map((line) => `  ${line}`),
    `  ${counts.length === 0 ? "no checks" : counts.join("  ")}`,
    `  ${paint.dim(circumstances.join(" · "))}`,
    ...notExercisedLines(report, paint, width),
  ];
}

/** The waits of a whole run of started agents, independent of their speed. */
function mandatedWait({ role, quick, selected, machine }: Report): string {
  if (quick === true || selected === true || machine.instances_started === 0) return "";
  return `, mandated wait ${duration(longestWait(role))}`;
}

// Why checks were not exercised: each reason once, with the number of checks, the most frequent first.

/** The maximum number of printed reasons; the file of --json has all of them. */
const MOST_REASONS = 5;

/** A reason of this many checks is printed before the failures, because it should be fixed first. */
const COMMON = 10;

function commonCauses(report: Report, paint: Paint, width: number): string[] {
  return reasonsOf(report)
    .filter(({ count }) => count >= COMMON)
    .flatMap(({ reason, count }) => hanging(`${count} checks have one cause: ${reason}`, width, paint.bold));
}

export function notExercisedLines(report: Report, paint: Paint, width: number): string[] {
  const reasons = reasonsOf(report).filter(({ count }) => count < COMMON);
  const more = reasons.length - MOST_REASONS;
  return [
    ...reasons.slice(0, MOST_REASONS).map(({ reason, count }) => `${count} not exercised: ${reason}`),
    ...(more > 0 ? [`and ${more} more reasons: --verbose, or --json FILE`] : []),
  ].flatMap((text) => hanging(text, width, paint.dim));
}

/** Its lines after the first are indented. */
function hanging(text: string, width: number, paint: (line: string) => string): string[] {
  return wrap(text, width - 4).map((line, index) => `  ${paint(index === 0 ? line : `  ${line}`)}`);
}

function reasonsOf(report: Report): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { verdict, diagnosis = verdictDisplays[verdict].meaning } of report.checks)
    if (verdict === "not-exercised") counts.set(diagnosis, (counts.get(diagnosis) ?? 0) + 1);
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

const INDENT = "    ";
const SHORT_TRANSCRIPT = 8;

export interface FailureStyle {
  paint: Paint;
  /** Columns of the terminal. */
  width: number;
  /** Whole transcript with every message, instead of its last steps. */
  verbose: boolean;
}

/** One check in full: its clause, the reason of the failure, the last messages, the command to repeat it. */
export function failureBlock(check: CheckResult, context: ReportContext, style: FailureStyle): string[] {
  const { paint } = style;
  const face = verdictDisplays[check.verdict];
  const width = Math.max(40, style.width - INDENT.length - LABEL_WIDTH);
  const row = (label: string, text: string | undefined) =>
    text === undefined ? [] : labelled(label, wrap(text, width), paint.dim);
  const title = `${face.mark} ${face.word}  ${oneLine(check.title)}`;
  const body = [
    paint.dim(`${check.id} · ${check.level.toUpperCase()} · ${duration(check.duration_ms)}`),
    ...check.clause.flatMap((id) => clauseRows(id, context, width, paint)),
    ...row("why", check.diagnosis ?? face.meaning),
    ...row("extent", extentOf(check)),
    ...row("blocks", blockageOf(check)),
    ...row("excused", excuseOf(check)),
    ...row("hint", check.hint),
    ...row("expected", check.expected),
    ...row("received", check.received),
    ...labelled("seen", seen(check, style), paint.dim),
    ...labelled("again", command(check.reproduce?.replay), paint.dim),
    ...(style.verbose ? labelled("curl", command(check.reproduce?.curl), paint.dim) : []),
  ];
  return [`  ${paint.bold(paint.tone(face.tone, title))}`, ...body.map((line) => INDENT + line)];
}

function clauseRows(id: string, context: ReportContext, width: number, paint: Paint): string[] {
  const clause = context.clause(id);
  const text = clause === undefined ? id : `${id}  ${clause.text} (${clause.source})`;
  return [
    ...labelled("clause", wrap(text, width), paint.dim),
    " ".repeat(LABEL_WIDTH) + paint.dim(`npx league-conformance explain ${oneLine(id)}`),
  ];
}

function seen(check: CheckResult, style: FailureStyle): string[] {
  const lines = transcriptText(check.transcript);
  if (style.verbose)
    return check.transcript.flatMap((entry, index) => [lines[index] ?? "", ...message(entry)]);
  const hidden = lines.length - SHORT_TRANSCRIPT;
  return hidden <= 0
    ? lines
    : [style.paint.dim(`… ${hidden} earlier (--verbose or --html shows them)`), ...lines.slice(hidden)];
}

function message(entry: CheckResult["transcript"][number]): string[] {
  if (entry.json !== undefined) return [`  ${printable(JSON.stringify(entry.json))}`];
  return entry.bytes === undefined
    ? []
    : printable(entry.bytes)
        .split("\n")
        .map((line) => `  ${line}`);
}

/** Not wrapped, so that it can be copied. */
function command(text: string | undefined): string[] {
  return text === undefined ? [] : printable(text).split("\n");
}
