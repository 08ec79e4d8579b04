import { type Row, reaches, type Section } from "./section.ts";

const HEAD = ["", "ratio", "middle half", "in this run", "aim", ""];
/** Names are read from the left, numbers from the right. */
const LEFT_ALIGNED = new Set([0, 4, 5]);

/** A section as text: its title, one line a row, its notes. */
export function table(section: Section): string {
  const cells = [HEAD, ...section.rows.map((row) => cellsOf(row, section))];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return LEFT_ALIGNED.has(column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd(),
  );
  const notes = section.notes.map((note) => `  · ${note}`);
  return [section.title, ...lines.map((line) => `  ${line}`), ...notes].join("\n");
}

function cellsOf(row: Row, { reference }: Section): string[] {
  const { low, high } = row;
  return [
    row.name,
    ratioText(row.ratio),
    row.name === reference || low === undefined || high === undefined
      ? ""
      : `${ratioText(low)}–${ratioText(high)}`,
    `${numberText(row.value)} ${row.unit}`,
    aimText(row),
    row.remark ?? "",
  ];
}

function aimText(row: Row): string {
  const reached = reaches(row);
  if (row.aim === undefined || reached === null) return "";
  const { at, of, limit } = row.aim;
  const mark = of === "ratio" ? ratioText(limit) : `${numberText(limit)} ${row.unit}`;
  return `${at === "least" ? "≥" : "≤"} ${mark}: ${reached ? "met" : "MISSED"}`;
}

/** Three digits that matter: 0.0712, 0.93, 1.00, 12.4, 310. */
export function ratioText(ratio: number): string {
  if (ratio >= 100) return ratio.toFixed(0);
  if (ratio >= 10) return ratio.toFixed(1);
  return ratio >= 0.1 ? ratio.toFixed(2) : ratio.toPrecision(3);
}

/** With thousands separated, and no more digits than say something. */
export function numberText(value: number): string {
  const digits = value >= 100 ? 0 : value >= 1 ? 1 : 3;
  return value.toLocaleString("en-GB", { maximumFractionDigits: digits });
}
