/** How the verdicts on a variant differ from the verdicts on its twin. */
import type { Variant } from "./variants.ts";

/** The part of the suite's JSON report that is compared. */
export interface Report {
  duration_ms: number;
  summary: { must_coverage: number };
  machine: { instances_started?: number };
  checks: readonly { id: string; verdict: string }[];
}

export interface Difference {
  check: string;
  ofTwin: string;
  ofVariant: string;
  /** Why the habit itself changes this verdict; undefined where it must not. */
  expected: string | undefined;
}

export function differences(ofTwin: Report, ofVariant: Report, { differs = {} }: Variant): Difference[] {
  const [twin, variant] = [verdictsOf(ofTwin), verdictsOf(ofVariant)];
  const checks = [...new Set([...twin.keys(), ...variant.keys()])];
  return checks
    .map((check) => ({
      check,
      ofTwin: twin.get(check) ?? "absent",
      ofVariant: variant.get(check) ?? "absent",
      expected: differs[check],
    }))
    .filter((one) => one.ofTwin !== one.ofVariant);
}

function verdictsOf({ checks }: Report): Map<string, string> {
  return new Map(checks.map(({ id, verdict }) => [id, verdict]));
}

/** A long list with one cause is shown by its first rows. */
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

function rowOf({ check, ofTwin, ofVariant, expected }: Difference): string[] {
  return [check, ofTwin, ofVariant, expected === undefined ? "" : `expected: ${expected}`];
}

function moreThan(group: readonly Difference[]): string[] {
  const [first] = group;
  return [`and ${group.length - MOST_ROWS_ALIKE} more`, first?.ofTwin ?? "", first?.ofVariant ?? "", ""];
}

/** The checks that do not have the same verdict in all reports of one agent, or that were left undecided in one. */
export function unsteady(reports: readonly Report[]): { check: string; verdicts: string[] }[] {
  const all = reports.map(verdictsOf);
  const checks = [...new Set(all.flatMap((one) => [...one.keys()]))];
  return checks
    .map((check) => ({ check, verdicts: all.map((one) => one.get(check) ?? "absent") }))
    .filter(({ verdicts }) => new Set(verdicts).size > 1 || verdicts.includes("inconclusive"));
}
