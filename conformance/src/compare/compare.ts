/** The changes from one report to another. */
import { currentId } from "../renamed-ids.js";
import { outcomeOf } from "../report/verdicts.js";
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
