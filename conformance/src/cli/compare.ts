/** The changes from one report to another. */

import { readFileSync } from "node:fs";
import { env } from "node:process";
import { isObject } from "../json.js";
import { createPaint, type Paint, wantsColour } from "../report/terminal/layout.js";
import { oneLine } from "../report/text.js";
import { outcomeOf, type Tone, verdictDisplays } from "../report/verdicts.js";
import type { CheckResult, Report, Verdict } from "../types.js";
import { UsageError } from "../usage-error.js";
import { type CliContext, print } from "./cli-context.js";

/** A check, and what it was in the older report where both reports have it. */
interface Row {
  check: CheckResult;
  before?: CheckResult | undefined;
}

/** The checks that have changed, in the order in which they are read. */
const TONES = {
  "new failures": "red",
  "new warnings": "yellow",
  /** Were carried out before, and are not now. */
  "no longer exercised": "magenta",
  /** Failed or warned before, and do so no more. */
  fixed: "green",
  /** Every other change of a verdict. */
  changed: "grey",
  "only in the newer report": "grey",
  "only in the older report": "grey",
} as const satisfies Record<string, Tone>;

type Title = keyof typeof TONES;

export interface Comparison {
  /** The differences between the two runs as a whole: role, agent, wire form, contract, coverage. */
  differences: { what: string; before: string; after: string }[];
  /** Only those that have rows. */
  sections: { title: Title; rows: Row[] }[];
  /** How many checks have the same verdict in both. */
  unchanged: number;
  /** A check fails, warns or is not carried out that did better before, or a check that is new fails. */
  worse: boolean;
}

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
  const before = new Map(old.checks.map((check) => [check.id, check]));
  const after = new Set(now.checks.map(({ id }) => id));
  const rows: Row[] = [
    ...now.checks.map((check) => ({ check, before: before.get(check.id) })),
    ...old.checks.filter(({ id }) => !after.has(id)).map((check) => ({ check })),
  ];
  const titles = rows.map((row) => titleOf(row, after));
  const under = (title: Title | undefined) => rows.filter((_, index) => titles[index] === title);
  const sections = (Object.keys(TONES) as Title[]).map((title) => ({ title, rows: under(title) }));
  return {
    differences: differencesOf(old, now),
    sections: sections.filter((section) => section.rows.length > 0),
    unchanged: under(undefined).length,
    worse: rows.some((row) => after.has(row.check.id) && isWorse(row)),
  };
}

function isWorse({ check, before }: Row): boolean {
  if (isExpected(check)) return false;
  return before === undefined ? check.verdict === "fail" : RANK[check.verdict] < RANK[before.verdict];
}

/** Undefined: nothing has changed. */
function titleOf({ check, before }: Row, after: ReadonlySet<string>): Title | undefined {
  if (before === undefined)
    return after.has(check.id) ? "only in the newer report" : "only in the older report";
  if (check.verdict === before.verdict) return undefined;
  if (check.verdict === "fail") return isExpected(check) ? "changed" : "new failures";
  if (EXECUTED.has(before.verdict) && RANK[check.verdict] === 1) return "no longer exercised";
  const wasBad = before.verdict === "fail" || before.verdict === "warn";
  if (wasBad && RANK[check.verdict] > RANK[before.verdict]) return "fixed";
  return before.verdict === "pass" && check.verdict === "warn" ? "new warnings" : "changed";
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

/** A long list of what only one report has says nothing: another selection of checks makes it. */
const MOST_OF_ONE = 10;

export function comparisonLines(comparison: Comparison, paint: Paint): string[] {
  const { differences, sections, worse } = comparison;
  const facts = differences.map(
    ({ what, before, after }) => `${what}: ${oneLine(before)} → ${oneLine(after)}`,
  );
  return [
    ...facts.map(paint.dim),
    ...sections.flatMap(({ title, rows }) => {
      const isCounted = title.startsWith("only in") && rows.length > MOST_OF_ONE;
      const head = `${paint.tone(TONES[title], title)}:`;
      return isCounted ? [`${head} ${rows.length}`] : [head, ...rows.map((row) => rowLine(row, paint))];
    }),
    paint.bold(paint.tone(worse ? "red" : "green", verdictOn(comparison))),
  ];
}

function rowLine({ check, before }: Row, paint: Paint): string {
  const { id, verdict, diagnosis = "" } = check;
  const { tone, mark } = verdictDisplays[verdict];
  const from = before === undefined ? verdict : `${before.verdict} → ${verdict}`;
  const why = verdict === "pass" || diagnosis === "" ? "" : ` (${oneLine(diagnosis.split("\n")[0] ?? "")})`;
  return `  ${paint.tone(tone, mark)} ${oneLine(id)}: ${from}${why}`;
}

/** `worse: 1 new failure, 2 fixed, 160 unchanged`. */
function verdictOn({ sections, unchanged, worse }: Comparison): string {
  const counts = sections.map(({ title, rows: { length } }) =>
    length === 1 && title.startsWith("new ") ? `1 ${title.slice(0, -1)}` : `${length} ${title}`,
  );
  const isBetter = sections.some(({ title }) => title === "fixed");
  const verdict = worse ? "worse" : isBetter ? "better" : "not worse";
  return `${verdict}: ${[...counts, `${unchanged} unchanged`].join(", ")}`;
}

// Compares two reports, or two of `league tap`.

/** @returns the exit status: 1 when something is worse in the newer file */
export function compareFiles(old: string, now: string, { out }: CliContext): number {
  const comparison = compareReports(readReport(old), readReport(now));
  const paint = createPaint(
    wantsColour(undefined, (out as { isTTY?: boolean }).isTTY === true, env.NO_COLOR),
  );
  print(out, comparisonLines(comparison, paint));
  return comparison.worse ? 1 : 0;
}

/** Reads a report of the suite, or of `league tap`. @throws UsageError for a file that is neither */
export function readReport(file: string): Report {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (isReport(report)) return report;
  throw new UsageError(
    `${file} is neither a report of this suite (made with --json) nor a record of league tap (made with --report)`,
  );
}

/** By the members that a comparison reads. */
function isReport(value: unknown): value is Report {
  if (!isObject(value) || !isObject(value.summary) || !isObject(value.spec)) return false;
  const { checks } = value;
  return (
    Array.isArray(checks) &&
    checks.every(
      (check) => isObject(check) && typeof check.id === "string" && Array.isArray(check.transcript),
    )
  );
}
