/** Matrices for the terminal. */
import { conclusionOf } from "../report/conclusion.js";
import { clipped, oneLine } from "../report/printable.js";
import type { Paint } from "../report/terminal/paint.js";
import { verdictDisplays } from "../report/verdicts.js";
import type { Cell, Matrix } from "./matrix.js";

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
