import type { CheckResult, Summary, Verdict } from "../types.js";

/**
 * The meaning of a verdict for tools that support only red and green. All CI formats use this one word, so that they
 * agree: `bad` turns a build red, `remark`, `absent` and `expected` (a failure that the
 * baseline excuses) are shown and do not.
 */
export type Outcome = "good" | "remark" | "bad" | "absent" | "expected";

export type Tone = "green" | "red" | "yellow" | "magenta" | "grey";

export interface VerdictDisplay {
  word: string;
  mark: string;
  tone: Tone;
  outcome: Outcome;
  /** The member of the summary that counts it. */
  count: keyof Summary;
  meaning: string;
}

export const verdictDisplays: Readonly<Record<Verdict, VerdictDisplay>> = {
  pass: {
    word: "PASS",
    mark: "✔",
    tone: "green",
    outcome: "good",
    count: "pass",
    meaning: "The agent did what the clause says, and the transcript shows it.",
  },
  fail: {
    word: "FAIL",
    mark: "✘",
    tone: "red",
    outcome: "bad",
    count: "fail",
    meaning: "The agent broke a MUST clause.",
  },
  warn: {
    word: "WARN",
    mark: "▲",
    tone: "yellow",
    outcome: "remark",
    count: "warn",
    meaning: "The agent did not do what a SHOULD or MAY clause says.",
  },
  "not-applicable": {
    word: "N/A",
    mark: "–",
    tone: "grey",
    outcome: "absent",
    count: "not_applicable",
    meaning: "The agent does not claim what the clause is about.",
  },
  "not-exercised": {
    word: "NOT EXERCISED",
    mark: "○",
    tone: "grey",
    outcome: "absent",
    count: "not_exercised",
    meaning: "The check could not reach the point that it is about.",
  },
  inconclusive: {
    word: "INCONCLUSIVE",
    mark: "?",
    tone: "magenta",
    outcome: "bad",
    count: "inconclusive",
    meaning:
      "The observation lies inside the timing margin, or the machine was too slow for a verdict, or the agent's process was ended meanwhile by the suite or by another program.",
  },
  "harness-error": {
    word: "HARNESS ERROR",
    mark: "‼",
    tone: "magenta",
    outcome: "bad",
    count: "harness_error",
    meaning: "The suite itself failed; this says nothing about the agent.",
  },
};

export function outcomeOf({ verdict, excused }: CheckResult): Outcome {
  const { outcome } = verdictDisplays[verdict];
  return outcome === "bad" && excused !== undefined ? "expected" : outcome;
}

/** Why a failure is expected, in one sentence; undefined for all others. */
export function excuseOf({ excused }: CheckResult): string | undefined {
  if (excused === undefined) return undefined;
  const { reason, link, expires } = excused;
  const until = expires === undefined ? "" : `, until ${expires}`;
  return `expected to fail${until}: ${reason}${link === undefined ? "" : ` (${link})`}`;
}

/** The number of checks that a failure blocks, in one sentence; undefined without any. */
export function blockageOf({ blocks }: CheckResult): string | undefined {
  if (blocks === undefined) return undefined;
  return `${blocks} other ${blocks === 1 ? "check was" : "checks were"} not exercised because of this`;
}

/** The extent of a failure, in one sentence; undefined for a failure of a single message. */
export function extentOf({ everywhere }: CheckResult): string | undefined {
  return everywhere === true
    ? "almost every message of the agent, or every error, is wrong in this way, so that other failures may follow from it"
    : undefined;
}

/** Worst first: the order of reading. */
export const verdictsBySeverity: readonly Verdict[] = [
  "fail",
  "harness-error",
  "inconclusive",
  "warn",
  "not-exercised",
  "not-applicable",
  "pass",
];

/**
 * The checks, worst verdict first; within a verdict faults of almost every message first, then those that block other
 * checks, then in the order of the report.
 */
export function worstFirst(checks: readonly CheckResult[]): CheckResult[] {
  const order = (a: CheckResult, b: CheckResult) =>
    Number(b.everywhere ?? false) - Number(a.everywhere ?? false) || (b.blocks ?? 0) - (a.blocks ?? 0);
  return verdictsBySeverity.flatMap((verdict) =>
    checks.filter((check) => check.verdict === verdict).toSorted(order),
  );
}

/** The checks by group, groups in the order in which they first appear. */
export function byGroup(checks: readonly CheckResult[]): Map<string, CheckResult[]> {
  const groups = new Map<string, CheckResult[]>();
  for (const check of checks) groups.set(check.group, [...(groups.get(check.group) ?? []), check]);
  return groups;
}
