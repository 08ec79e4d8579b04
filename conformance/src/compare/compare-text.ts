/** A comparison for the terminal. */
import { oneLine } from "../report/printable.js";
import type { Paint } from "../report/terminal/paint.js";
import { verdictDisplays } from "../report/verdicts.js";
import type { Comparison } from "./compare.js";
import { type Section, sectionsOf, verdictOn } from "./sections.js";

/** More of what another selection of checks makes are counted only. */
const MOST_MINOR = 10;

export function comparisonLines(comparison: Comparison, paint: Paint): string[] {
  const facts = comparison.differences.map(
    ({ what, before, after }) => `${what}: ${oneLine(before)} → ${oneLine(after)}`,
  );
  const tone = comparison.worse ? "red" : "green";
  return [
    ...facts.map(paint.dim),
    ...sectionsOf(comparison).flatMap((section) => sectionLines(section, paint)),
    paint.bold(paint.tone(tone, verdictOn(comparison))),
  ];
}

function sectionLines({ title, tone, rows, isMinor }: Section, paint: Paint): string[] {
  const shown = isMinor && rows.length > MOST_MINOR ? [] : rows;
  const count = shown.length === 0 ? ` ${rows.length}, --html lists them` : "";
  return [
    `${paint.tone(tone, title)}:${count}`,
    ...shown.map(({ check, before }) => {
      const { verdict, diagnosis = "" } = check;
      const from = before === undefined ? verdict : `${before.verdict} → ${verdict}`;
      const why =
        verdict === "pass" || diagnosis === "" ? "" : ` (${oneLine(diagnosis.split("\n")[0] ?? "")})`;
      return `  ${paint.tone(verdictDisplays[verdict].tone, verdictDisplays[verdict].mark)} ${oneLine(check.id)}: ${from}${why}`;
    }),
  ];
}
