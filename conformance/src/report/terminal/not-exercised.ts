import type { Report } from "../../types.js";
import { printable } from "../printable.js";
import { verdictFaces } from "../verdicts.js";
import { wrap } from "./layout.js";
import type { Paint } from "./paint.js";

/** So many different reasons are told; the file that --json writes has them all. */
const MOST_REASONS = 5;

/** Why checks were not exercised: each reason once, with the number of checks, the most frequent first. */
export function notExercisedLines(report: Report, paint: Paint, width: number): string[] {
  const reasons = new Map<string, number>();
  for (const { verdict, diagnosis } of report.checks) {
    if (verdict !== "not-exercised") continue;
    const reason = diagnosis ?? verdictFaces[verdict].meaning;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const sorted = [...reasons].sort(([, a], [, b]) => b - a);
  const told = sorted.slice(0, MOST_REASONS).map(([reason, count]) => `${count} not exercised: ${reason}`);
  const more = sorted.length - told.length;
  if (more > 0) told.push(`and ${more} more reasons: --verbose, or --json FILE`);
  return told
    .flatMap((text) =>
      wrap(printable(text), width - 4).map((line, index) => (index === 0 ? line : `  ${line}`)),
    )
    .map((line) => `  ${paint.dim(line)}`);
}
