/** Several reports as tables, one a role: a row for each group of checks, a column for each agent. */

import { conclusionOf } from "../report/conclusion.js";
import { clipped, oneLine } from "../report/printable.js";
import type { Paint } from "../report/terminal/layout.js";
import { verdictDisplays } from "../report/verdicts.js";
import type { CheckResult, Report, Role, Verdict } from "../types.js";
import { worst } from "../verdict.js";

interface NamedReport {
  /** The report's file, without its folder. */
  file: string;
  report: Report;
}

export interface Cell {
  worst: Verdict;
  /** How many checks ended with the worst verdict, and how many there are. */
  count: number;
  total: number;
  /** Those that ended with it, unless all is well. */
  remarkable: CheckResult[];
}

interface MatrixRow {
  /** `choice`, and `transport/http` for what every role has in common. */
  group: string;
  /** In the order of the columns; undefined where the run had no check of the group. */
  cells: (Cell | undefined)[];
}

export interface Matrix {
  role: Role;
  columns: (NamedReport & { letter: string })[];
  rows: MatrixRow[];
}

const ROLES: readonly Role[] = ["player", "referee", "manager"];

/** Roles without a report are left out; letters go on from one role to the next. */
export function matricesOf(reports: readonly NamedReport[]): Matrix[] {
  const sorted = ROLES.flatMap((role) => reports.filter(({ report }) => report.role === role));
  const columns = sorted.map((one, index) => ({ ...one, letter: letterOf(index) }));
  return ROLES.flatMap((role) => {
    const own = columns.filter(({ report }) => report.role === role);
    return own.length === 0 ? [] : [{ role, columns: own, rows: rowsOf(own.map(({ report }) => report)) }];
  });
}

function rowsOf(reports: readonly Report[]): MatrixRow[] {
  const grouped = reports.map((report) => byGroup(report.checks));
  const names = [...new Set(grouped.flatMap((groups) => [...groups.keys()]))];
  const [own, shared] = [false, true].map((isShared) =>
    names.filter((group) => group.startsWith("transport/") === isShared).toSorted(),
  );
  return [...(own ?? []), ...(shared ?? [])].map((group) => ({
    group,
    cells: grouped.map((groups) => cellOf(groups.get(group))),
  }));
}

function byGroup(checks: readonly CheckResult[]): Map<string, CheckResult[]> {
  const groups = new Map<string, CheckResult[]>();
  for (const check of checks) groups.set(groupOf(check), [...(groups.get(groupOf(check)) ?? []), check]);
  return groups;
}

function groupOf({ id, group }: CheckResult): string {
  return id.startsWith("transport/") ? `transport/${group}` : group;
}

function cellOf(checks: readonly CheckResult[] | undefined): Cell | undefined {
  if (checks === undefined) return undefined;
  const verdict = worst(checks.map((check) => check.verdict));
  const same = checks.filter((check) => check.verdict === verdict);
  const isWell = verdict === "pass" || verdict === "not-applicable";
  return { worst: verdict, count: same.length, total: checks.length, remarkable: isWell ? [] : same };
}

/** A, B, …, Z, AA, AB, … */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

// Matrices for the terminal.

const MAX_AGENT = 60;
const NONE = "·";

export function matrixLines(matrices: readonly Matrix[], paint: Paint): string[] {
  return [
    ...matrices.flatMap((matrix) => [...tableLines(matrix, paint), ""]),
    paint.dim("✘ 2/14: the worst verdict of the group, of how many checks, and how many there are."),
  ];
}

function tableLines({ role, columns, rows }: Matrix, paint: Paint): string[] {
  const agents = columns.map(({ letter, file, report }) => {
    const { headline, tone } = conclusionOf(report);
    const agent = clipped(oneLine(report.agent), MAX_AGENT);
    return `  ${letter}  ${oneLine(file)}  ${agent}: ${paint.tone(tone, headline)}`;
  });
  const table = [
    ["", ...columns.map(({ letter }) => letter)],
    ...rows.map(({ group, cells }) => [group, ...cells.map(textOf)]),
  ];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? "").length)),
  );
  const lines = table.map((row, index) => {
    const padded = row.map((text, column) => text.padEnd(widths[column] ?? 0));
    const cells = rows[index - 1]?.cells ?? [];
    return `  ${padded.map((text, column) => painted(text, cells[column - 1], paint)).join("  ")}`.trimEnd();
  });
  return [paint.bold(`league.v2 ${role}`), ...agents, "", ...lines];
}

function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return NONE;
  return `${verdictDisplays[cell.worst].mark} ${cell.count}/${cell.total}`;
}

function painted(text: string, cell: Cell | undefined, paint: Paint): string {
  return cell === undefined ? text : paint.tone(verdictDisplays[cell.worst].tone, text);
}
