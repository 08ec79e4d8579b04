import type { Report } from "../../types.js";
import { printable } from "../printable.js";
import { verdictDisplays } from "../verdicts.js";
import type { Paint } from "./layout.js";
import { wrap } from "./layout.js";

/** The maximum number of printed reasons; the file of --json has all of them. */
const MOST_REASONS = 5;

/** A reason of this many checks is printed before the failures, because it should be fixed first. */
const COMMON = 10;

/** The reasons why many checks were not exercised, for the top of the summary. */
export function commonCauses(report: Report, paint: Paint, width: number): string[] {
  const causes = reasonsOf(report).filter(([, count]) => count >= COMMON);
  return causes.flatMap(([reason, count]) =>
    wrap(`${count} checks have one cause: ${printable(reason)}`, width - 4).map(
      (line, index) => `  ${paint.bold(index === 0 ? line : `  ${line}`)}`,
    ),
  );
}

/** Why checks were not exercised: each reason once, with the number of checks, the most frequent first. */
export function notExercisedLines(report: Report, paint: Paint, width: number): string[] {
  const sorted = reasonsOf(report).filter(([, count]) => count < COMMON);
  const lines = sorted.slice(0, MOST_REASONS).map(([reason, count]) => `${count} not exercised: ${reason}`);
  const more = sorted.length - lines.length;
  if (more > 0) lines.push(`and ${more} more reasons: --verbose, or --json FILE`);
  return lines
    .flatMap((text) =>
      wrap(printable(text), width - 4).map((line, index) => (index === 0 ? line : `  ${line}`)),
    )
    .map((line) => `  ${paint.dim(line)}`);
}

/** The reasons with their numbers of checks, the most frequent first. */
function reasonsOf(report: Report): [reason: string, count: number][] {
  const reasons = new Map<string, number>();
  for (const { verdict, diagnosis } of report.checks) {
    if (verdict !== "not-exercised") continue;
    const reason = diagnosis ?? verdictDisplays[verdict].meaning;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return [...reasons].sort(([, a], [, b]) => b - a);
}
