/** The results of a run: common causes, failures and warnings, and the summary. */
import type { CheckResult, Report } from "../../types.js";
import type { ReportContext } from "../reporter.js";
import { verdictDisplays, worstFirst } from "../verdicts.js";
import { failureBlock } from "./failure.js";
import type { Paint } from "./layout.js";
import { commonCauses } from "./not-exercised.js";
import { summaryLines } from "./summary.js";

/** Further ones have one line each. */
const MAX_BLOCKS = 20;

export interface ResultStyle {
  paint: Paint;
  width: number;
  /** Prints every failure and warning in full. */
  verbose: boolean;
  /** No warnings. */
  quiet: boolean;
}

export function resultLines(
  report: Report,
  context: ReportContext,
  { paint, width, verbose, quiet }: ResultStyle,
): string[] {
  const isBad = ({ verdict }: CheckResult) => verdictDisplays[verdict].outcome === "bad";
  const shown = worstFirst(report.checks).filter(
    (check) => isBad(check) || (check.verdict === "warn" && !quiet),
  );
  const bad = shown.filter(isBad);
  // Next to a failure a warning is one line, so that the failures stand out.
  const blocks = verbose ? shown : (bad.length > 0 ? bad : shown).slice(0, MAX_BLOCKS);
  const rest = shown.slice(blocks.length);
  const causes = commonCauses(report, paint, width);
  return [
    ...(causes.length === 0 ? [] : ["", ...causes]),
    ...blocks.flatMap((check) => ["", ...failureBlock(check, context, { paint, width, verbose })]),
    ...(rest.length === 0
      ? []
      : [
          "",
          `  and ${rest.length} more (--verbose shows them whole):`,
          ...rest.map((check) => `    ${brief(check, paint)}`),
        ]),
    "",
    ...summaryLines(report, paint, width),
  ];
}

function brief({ id, verdict, clause }: CheckResult, paint: Paint): string {
  const { tone, mark } = verdictDisplays[verdict];
  return `${paint.tone(tone, mark)} ${id}  ${clause.join(" ")}`;
}
