import { longestWait } from "../../time/protocol-deadlines.js";
import type { Report } from "../../types.js";
import { conclusionOf, counted } from "../conclusion.js";
import { printable } from "../printable.js";
import { duration, percent } from "../units.js";
import { verdictDisplays, verdictsBySeverity } from "../verdicts.js";
import type { Paint } from "./layout.js";
import { wrap } from "./layout.js";
import { nextSteps } from "./next-steps.js";
import { notExercisedLines } from "./not-exercised.js";

/** The counts and the verdict of the whole run. */
export function summaryLines(report: Report, paint: Paint, width: number): string[] {
  const { headline, sentence, tone } = conclusionOf(report);
  const counts = verdictsBySeverity
    .filter((verdict) => report.summary[verdictDisplays[verdict].count] > 0)
    .map((verdict) => {
      const { count, tone: colour, word } = verdictDisplays[verdict];
      return paint.tone(colour, `${report.summary[count]} ${word.toLowerCase()}`);
    });
  const circumstances = [
    `${percent(report.summary.must_coverage)} of the MUST clauses exercised`,
    `took ${duration(report.duration_ms)}${mandatedWait(report)}`,
    `timing margin ${duration(report.machine.timing_margin_ms)}`,
    `seed ${report.seed}`,
    ...(report.machine.instances_started > 0
      ? [`${counted(report.machine.instances_started, "instance")} started`]
      : []),
  ];
  const title = `league.v2 ${report.role} · ${headline}`;
  return [
    paint.bold(paint.tone(tone, title)),
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

export function nextStepLines(report: Report, htmlPath: string | undefined, paint: Paint): string[] {
  return [paint.bold("Next"), ...nextSteps(report, htmlPath).map((step) => `  ${printable(step)}`)];
}
