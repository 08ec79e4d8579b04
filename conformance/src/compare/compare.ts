/** What has changed from one report to another. */
import type { CheckResult, Report, Verdict } from "../types.js";

export interface Comparison {
  lines: string[];
  worse: boolean;
}

/** The higher, the better; verdicts of one rank are told apart only in words. */
const RANK: Readonly<Record<Verdict, number>> = {
  pass: 3,
  "not-applicable": 3,
  warn: 2,
  "not-exercised": 1,
  inconclusive: 1,
  "harness-error": 1,
  fail: 0,
};

export function compareReports(old: Report, now: Report): Comparison {
  const before = new Map(old.checks.map((check) => [check.id, check]));
  const after = new Map(now.checks.map((check) => [check.id, check]));
  const both = now.checks.filter(({ id }) => before.has(id));
  const change = (check: CheckResult) => RANK[check.verdict] - RANK[before.get(check.id)?.verdict ?? "pass"];
  const changed = both.filter(({ id, verdict }) => before.get(id)?.verdict !== verdict);
  const worse = changed.filter((check) => change(check) < 0);
  const better = changed.filter((check) => change(check) > 0);
  const other = changed.filter((check) => change(check) === 0);
  const added = now.checks.filter(({ id }) => !before.has(id));
  const removed = old.checks.filter(({ id }) => !after.has(id));
  const arrow = ({ id, verdict, diagnosis }: CheckResult) =>
    `  ${id}: ${before.get(id)?.verdict} → ${verdict}${diagnosis === undefined ? "" : ` (${diagnosis.split("\n")[0]})`}`;
  const section = (title: string, list: readonly CheckResult[], line: (check: CheckResult) => string) =>
    list.length === 0 ? [] : [`${title}:`, ...list.map(line)];
  const lines = [
    ...header(old, now),
    ...section("worse", worse, arrow),
    ...section("better", better, arrow),
    ...section("changed", other, arrow),
    ...section("new", added, ({ id, verdict }) => `  ${id}: ${verdict}`),
    ...section("gone", removed, ({ id, verdict }) => `  ${id}: was ${verdict}`),
  ];
  const unchanged = both.length - changed.length;
  return {
    lines: [
      ...lines,
      `${worse.length} worse, ${better.length} better, ${unchanged} unchanged, ${added.length} new, ${removed.length} gone`,
    ],
    worse: worse.length > 0 || added.some(({ verdict }) => verdict === "fail"),
  };
}

function header(old: Report, now: Report): string[] {
  const differ = (what: string, a: string, b: string) => (a === b ? [] : [`${what}: ${a} → ${b}`]);
  return [
    ...differ("role", old.role, now.role),
    ...differ("agent", old.agent, now.agent),
    ...differ("wire", old.wire, now.wire),
    ...differ("spec", `${old.spec.version} ${old.spec.hash}`, `${now.spec.version} ${now.spec.hash}`),
    ...differ("must coverage", `${old.summary.must_coverage} %`, `${now.summary.must_coverage} %`),
  ];
}
