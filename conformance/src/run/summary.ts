/** Counts, coverage and the exit status of a run. */
import type { Clause } from "../clauses.js";
import { cutShort } from "../report/conclusion.js";
import type { CheckResult, ExitCode, Role, Summary, Verdict } from "../types.js";

/** The verdicts of checks that were carried out to their end. */
const EXERCISED: ReadonlySet<Verdict> = new Set(["pass", "fail", "warn"]);

export function summarise(
  checks: readonly CheckResult[],
  clauses: readonly Clause[],
  role: Role,
  wire: string,
): Summary {
  const count = (verdict: Verdict) => checks.filter((check) => check.verdict === verdict).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    warn: count("warn"),
    not_applicable: count("not-applicable"),
    not_exercised: count("not-exercised"),
    inconclusive: count("inconclusive"),
    harness_error: count("harness-error"),
    must_coverage: coverageOfMusts(checks, clauses, role, wire),
  };
}

/**
 * Percent of the MUST clauses that bind this role in this wire form and that some check exercised. A clause about something that
 * the agent does not claim, or its form does not have, is none of them.
 */
function coverageOfMusts(
  checks: readonly CheckResult[],
  clauses: readonly Clause[],
  role: Role,
  wire: string,
): number {
  const exercised = new Set(
    checks.filter(({ verdict }) => EXERCISED.has(verdict)).flatMap(({ clause }) => clause),
  );
  const other = new Set(
    checks.filter(({ verdict }) => verdict !== "not-applicable").flatMap(({ clause }) => clause),
  );
  const absent = new Set(checks.flatMap(({ clause }) => clause).filter((id) => !other.has(id)));
  const musts = clauses.filter(
    (clause) =>
      clause.level === "must" &&
      !absent.has(clause.id) &&
      (clause.role === role || clause.role === "transport") &&
      (clause.wires.includes("all") || clause.wires.includes(wire)),
  );
  if (musts.length === 0) return 0;
  return Math.round((1_000 * musts.filter(({ id }) => exercised.has(id)).length) / musts.length) / 10;
}

export interface Gates {
  /** Failing checks that were expected to fail. */
  expected: ReadonlySet<string>;
  /** Faults of the baseline itself. */
  baselineFaults: readonly string[];
  minCoverage?: number | undefined;
  unreachable: boolean;
}

export function exitCodeOf(checks: readonly CheckResult[], summary: Summary, gates: Gates): ExitCode {
  const unexpected = (verdict: Verdict) =>
    checks.some((one) => one.verdict === verdict && !gates.expected.has(one.id));
  if (unexpected("fail")) return 1;
  if (gates.unreachable) return 3;
  if (unexpected("harness-error")) return 5;
  if (unexpected("inconclusive")) return 4;
  const executed = checks.filter(({ verdict }) => EXERCISED.has(verdict)).length;
  if (executed === 0) return 4;
  if (gates.baselineFaults.length > 0) return 1;
  if (gates.minCoverage !== undefined && summary.must_coverage < gates.minCoverage) return 1;
  return cutShort(checks).length > 0 ? 4 : 0;
}
