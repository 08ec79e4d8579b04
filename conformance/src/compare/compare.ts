/** The changes from one report to another. */
import { currentId } from "../renamed-ids.js";
import { oneLine } from "../report/printable.js";
import type { Paint } from "../report/terminal/layout.js";
import { outcomeOf, type Tone, verdictDisplays } from "../report/verdicts.js";
import type { CheckResult, Report, Verdict } from "../types.js";

/** A check that both reports have and that ended with another verdict. */
export interface Change {
  before: CheckResult;
  after: CheckResult;
}

export interface Comparison {
  /** The differences between the two runs as a whole: role, agent, wire form, contract, coverage. */
  differences: { what: string; before: string; after: string }[];
  /** Fails now and did not before. */
  failures: Change[];
  /** Warns now and passed before. */
  warnings: Change[];
  /** Was carried out before, and is not now. */
  unexercised: Change[];
  /** Failed or warned before, and does so no more. */
  fixed: Change[];
  /** Every other change of a verdict. */
  changed: Change[];
  /** Only the newer report has them. */
  added: CheckResult[];
  /** Only the older report has them. */
  removed: CheckResult[];
  /** Same verdict in both. */
  unchanged: number;
  /** A check fails, warns or is not carried out that did better before, or a check that is new fails. */
  worse: boolean;
}

type Kind = "failures" | "warnings" | "unexercised" | "fixed" | "changed";

/** The higher, the better; a failure that the baseline excuses counts as one that is known. */
const RANK: Readonly<Record<Verdict, number>> = {
  pass: 3,
  "not-applicable": 3,
  warn: 2,
  "not-exercised": 1,
  inconclusive: 1,
  "harness-error": 1,
  fail: 0,
};

const EXECUTED: ReadonlySet<Verdict> = new Set(["pass", "fail", "warn"]);

export function compareReports(old: Report, now: Report): Comparison {
  const before = new Map(old.checks.map((check) => [currentId(check.id), check]));
  const after = new Set(now.checks.map(({ id }) => currentId(id)));
  const both = now.checks.flatMap((check) => {
    const earlier = before.get(currentId(check.id));
    return earlier === undefined ? [] : [{ before: earlier, after: check }];
  });
  const changes = both.filter((one) => one.before.verdict !== one.after.verdict);
  const of = (kind: Kind) => changes.filter((one) => kindOf(one) === kind);
  const added = now.checks.filter(({ id }) => !before.has(currentId(id)));
  const isWorse = (one: Change) =>
    !isExpected(one.after) && RANK[one.after.verdict] < RANK[one.before.verdict];
  return {
    differences: differencesOf(old, now),
    failures: of("failures"),
    warnings: of("warnings"),
    unexercised: of("unexercised"),
    fixed: of("fixed"),
    changed: of("changed"),
    added,
    removed: old.checks.filter(({ id }) => !after.has(currentId(id))),
    unchanged: both.length - changes.length,
    worse: changes.some(isWorse) || added.some((check) => check.verdict === "fail" && !isExpected(check)),
  };
}

function kindOf({ before, after }: Change): Kind {
  if (after.verdict === "fail") return isExpected(after) ? "changed" : "failures";
  if (EXECUTED.has(before.verdict) && RANK[after.verdict] === 1) return "unexercised";
  const wasBad = before.verdict === "fail" || before.verdict === "warn";
  if (wasBad && RANK[after.verdict] > RANK[before.verdict]) return "fixed";
  return before.verdict === "pass" && after.verdict === "warn" ? "warnings" : "changed";
}

function isExpected(check: CheckResult): boolean {
  return outcomeOf(check) === "expected";
}

function differencesOf(old: Report, now: Report): Comparison["differences"] {
  const facts = (report: Report) => ({
    role: report.role,
    agent: report.agent,
    wire: report.wire,
    spec: `${report.spec.version} ${report.spec.hash}`,
    "must coverage": `${report.summary.must_coverage} %`,
  });
  const is = facts(now);
  return Object.entries(facts(old)).flatMap(([what, before]) => {
    const after = is[what as keyof typeof is];
    return before === after ? [] : [{ what, before, after }];
  });
}

// A comparison for the terminal.

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

// The parts of a comparison in the order in which they are read: the same on a terminal and on a page.

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
