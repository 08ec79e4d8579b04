/** The differences between the verdicts on a variant and on its twin. */
import type { Variant } from "./variants.ts";

interface Verdict {
  id: string;
  verdict: string;
  diagnosis?: string;
}

/** The part of the suite's JSON report that is compared. */
export interface Report {
  duration_ms: number;
  summary: { must_coverage: number };
  machine: { instances_started?: number };
  checks: readonly Verdict[];
}

export interface Difference {
  check: string;
  ofTwin: string;
  ofVariant: string;
  /** Why the habit itself changes this verdict; undefined where it must not. */
  expected: string | undefined;
  /** The suite's diagnosis of the variant or, if there is none, of its twin. */
  diagnosis: string;
}

export function differences(ofTwin: Report, ofVariant: Report, { differs = {} }: Variant): Difference[] {
  const [twin, variant] = [verdictsOf(ofTwin), verdictsOf(ofVariant)];
  const checks = [...new Set([...twin.keys(), ...variant.keys()])];
  return checks
    .map((check) => ({
      check,
      ofTwin: twin.get(check)?.verdict ?? "absent",
      ofVariant: variant.get(check)?.verdict ?? "absent",
      expected: differs[check],
      diagnosis: variant.get(check)?.diagnosis ?? twin.get(check)?.diagnosis ?? "",
    }))
    .filter((one) => one.ofTwin !== one.ofVariant);
}

function verdictsOf({ checks }: Report): Map<string, Verdict> {
  return new Map(checks.map((one) => [one.id, one]));
}

/** The number of shown rows of a long list with one cause. */
const MOST_ROWS_ALIKE = 8;

export function table(found: readonly Difference[], variant: string): string {
  const kindOf = ({ ofTwin, ofVariant }: Difference) => `${ofTwin} and ${ofVariant}`;
  const kinds = [...new Set(found.map(kindOf))];
  const groups = kinds.map((kind) => found.filter((one) => kindOf(one) === kind));
  const rows = [
    ["check", "twin", variant, ""],
    ...groups.flatMap((group) => [
      ...group.slice(0, MOST_ROWS_ALIKE).map(rowOf),
      ...(group.length > MOST_ROWS_ALIKE ? [moreThan(group)] : []),
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return rows.map((row) => `    ${line(row).trimEnd()}`).join("\n");
}

function rowOf({ check, ofTwin, ofVariant, expected, diagnosis }: Difference): string[] {
  return [check, ofTwin, ofVariant, expected === undefined ? diagnosis : `expected: ${expected}`];
}

function moreThan(group: readonly Difference[]): string[] {
  const [first] = group;
  return [`and ${group.length - MOST_ROWS_ALIKE} more`, first?.ofTwin ?? "", first?.ofVariant ?? "", ""];
}

/** The checks that do not have the same verdict in all reports of one agent, or that were left undecided in one. */
export function unsteady(
  reports: readonly Report[],
): { check: string; verdicts: string[]; diagnoses: string[] }[] {
  const all = reports.map(verdictsOf);
  const checks = [...new Set(all.flatMap((one) => [...one.keys()]))];
  return checks
    .map((check) => ({
      check,
      verdicts: all.map((one) => one.get(check)?.verdict ?? "absent"),
      diagnoses: all.map((one) => one.get(check)?.diagnosis).filter((text) => text !== undefined),
    }))
    .filter(({ verdicts }) => new Set(verdicts).size > 1 || verdicts.includes("inconclusive"));
}
