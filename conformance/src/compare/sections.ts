/** The parts of a comparison in the order in which they are read: the same on a terminal and on a page. */
import type { Tone } from "../report/verdicts.js";
import type { CheckResult } from "../types.js";
import type { Change, Comparison } from "./compare.js";

export interface Section {
  title: string;
  tone: Tone;
  rows: { check: CheckResult; before: CheckResult | undefined }[];
  /** Long lists of these say nothing on a terminal: another selection of checks makes them. */
  isMinor: boolean;
}

/** Only those that have rows. */
export function sectionsOf(comparison: Comparison): Section[] {
  const { failures, warnings, unexercised, fixed, changed, added, removed } = comparison;
  const both = (changes: readonly Change[]) => changes.map(({ before, after }) => ({ check: after, before }));
  const one = (checks: readonly CheckResult[]) => checks.map((check) => ({ check, before: undefined }));
  const all: Section[] = [
    { title: "new failures", tone: "red", rows: both(failures), isMinor: false },
    { title: "new warnings", tone: "yellow", rows: both(warnings), isMinor: false },
    { title: "no longer exercised", tone: "magenta", rows: both(unexercised), isMinor: false },
    { title: "fixed", tone: "green", rows: both(fixed), isMinor: false },
    { title: "changed", tone: "grey", rows: both(changed), isMinor: false },
    { title: "only in the newer report", tone: "grey", rows: one(added), isMinor: true },
    { title: "only in the older report", tone: "grey", rows: one(removed), isMinor: true },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

function counted(count: number, title: string): string {
  return `${count} ${count === 1 && /^new \w+s$/.test(title) ? title.slice(0, -1) : title}`;
}

/** `worse: 1 new failure, 2 fixed, 160 unchanged`. */
export function verdictOn(comparison: Comparison): string {
  const counts = sectionsOf(comparison).map(({ title, rows }) => counted(rows.length, title));
  const verdict = comparison.worse ? "worse" : comparison.fixed.length > 0 ? "better" : "not worse";
  return `${verdict}: ${[...counts, `${comparison.unchanged} unchanged`].join(", ")}`;
}
