/** What a report says of an agent with a known fault. */
import type { Fault } from "./agents.ts";

/** What is read of a report of the suite. */
export interface FaultReport {
  checks: readonly { id: string; clause: readonly string[]; verdict: string; diagnosis?: string }[];
  /** The check that the report names first, where one keeps others from being exercised. */
  roots?: readonly { check: string }[];
}

export type Outcome = "found" | "misnamed" | "missed";

export interface Judgement {
  outcome: Outcome;
  /** The first line of the report: the check that it names first, its clauses and its diagnosis. */
  first?: string;
}

const COMPLAINTS = ["fail", "warn"];

/** In the order of the report: what blocks others, then the worst verdicts. */
export function complaints({ checks, roots = [] }: FaultReport): FaultReport["checks"] {
  const bad = COMPLAINTS.flatMap((verdict) => checks.filter((check) => check.verdict === verdict));
  const place = ({ id }: { id: string }) => roots.findIndex(({ check }) => check === id);
  const blocking = bad.filter((check) => place(check) >= 0).toSorted((a, b) => place(a) - place(b));
  return [...blocking, ...bad.filter((check) => !blocking.includes(check))];
}

/** An agent with a fault must draw a complaint, and the first one must name a clause that the fault breaks. */
export function judge(report: FaultReport, fault: Fault): Judgement {
  const [first] = complaints(report);
  if (first === undefined) return { outcome: "missed" };
  const isNamed = first.clause.some((clause) => fault.clauses.includes(clause));
  return {
    outcome: isNamed ? "found" : "misnamed",
    first: `${first.id} ${first.clause.join(" ")}: ${first.diagnosis ?? ""}`,
  };
}

/** What a report must not say of an agent without a fault. */
export function falseAlarms({ checks }: FaultReport): string[] {
  return checks
    .filter(({ verdict }) => [...COMPLAINTS, "inconclusive", "harness-error"].includes(verdict))
    .map(({ id, verdict, diagnosis }) => `${verdict} ${id}: ${diagnosis ?? ""}`);
}
