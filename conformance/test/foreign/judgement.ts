/** Compares a report with the known fault of its agent, or with the report of the agent without the habit. */
import type { JudgedCheck, Report } from "../suite-run.ts";
import type { Fault, Habit } from "./agents.ts";

/** The part of a report that is read. */
export type FaultReport = Pick<Report, "checks">;

/** `undecided`: this machine was too busy to decide. */
export type Outcome = "found" | "misnamed" | "missed" | "undecided";

export interface Judgement {
  outcome: Outcome;
  /** The first line of the report: the check that it names first, its clauses and its diagnosis. */
  first?: string;
}

const COMPLAINTS = ["fail", "warn"];

/**
 * In the order of the suite: the worst verdicts first; among these the faults of almost every message, then those that
 * block other checks.
 */
export function complaints({ checks }: FaultReport): FaultReport["checks"] {
  const order = (a: JudgedCheck, b: JudgedCheck) =>
    Number(b.everywhere ?? false) - Number(a.everywhere ?? false) || (b.blocks ?? 0) - (a.blocks ?? 0);
  return COMPLAINTS.flatMap((verdict) => checks.filter((check) => check.verdict === verdict).toSorted(order));
}

/** An agent with a fault must get a complaint, and the first one must name a clause that the fault breaks. */
export function judge(report: FaultReport, fault: Fault): Judgement {
  const [first] = complaints(report);
  const isOfFault = ({ clause }: JudgedCheck) => clause.some((id) => fault.clauses.includes(id));
  const isUndecided = report.checks.some((check) => check.verdict === "inconclusive" && isOfFault(check));
  if (first === undefined) return { outcome: isUndecided ? "undecided" : "missed" };
  const isNamed = isOfFault(first);
  if (!isNamed && isUndecided) return { outcome: "undecided" };
  return {
    outcome: isNamed ? "found" : "misnamed",
    first: `${first.id} ${first.clause.join(" ")}: ${first.diagnosis ?? ""}`,
  };
}

/** The failures that the report of an agent without a fault must not have. */
export function falseAlarms({ checks }: FaultReport): string[] {
  return checks
    .filter(({ verdict }) => [...COMPLAINTS, "inconclusive", "harness-error"].includes(verdict))
    .map(({ id, verdict, diagnosis }) => `${verdict} ${id}: ${diagnosis ?? ""}`);
}

/** The verdicts that the habit should not have changed. */
export function differences(without: FaultReport, withIt: FaultReport, { differs }: Habit): string[] {
  const verdictsOf = ({ checks }: FaultReport) => new Map(checks.map(({ id, verdict }) => [id, verdict]));
  const [before, after] = [verdictsOf(without), verdictsOf(withIt)];
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids
    .filter((id) => before.get(id) !== after.get(id) && differs[id] === undefined)
    .map((id) => {
      const { diagnosis = "" } = withIt.checks.find((check) => check.id === id) ?? {};
      return `${id}: ${before.get(id) ?? "absent"} → ${after.get(id) ?? "absent"}  ${diagnosis}`;
    });
}
