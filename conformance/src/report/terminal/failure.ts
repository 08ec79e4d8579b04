import type { CheckResult } from "../../types.js";
import type { ReportContext } from "../reporter.js";
import { duration, oneLine, printable } from "../text.js";
import { transcriptText } from "../transcript/transcript.js";
import { blockageOf, excuseOf, extentOf, verdictDisplays } from "../verdicts.js";
import { LABEL_WIDTH, labelled, type Paint, wrap } from "./layout.js";

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
