/** The standings as text in columns: words to the left, numbers to the right. */
import type { Rank } from "@league-v2/sdk";

interface Column {
  readonly title: string;
  readonly align: "left" | "right";
  readonly cell: (row: Rank) => string;
}

const columns: readonly Column[] = [
  { title: "#", align: "right", cell: (row) => String(row.rank) },
  { title: "id", align: "left", cell: (row) => row.player_id },
  { title: "player", align: "left", cell: (row) => printable(row.display_name) },
  { title: "played", align: "right", cell: (row) => String(row.played) },
  { title: "won", align: "right", cell: (row) => String(row.wins) },
  { title: "drawn", align: "right", cell: (row) => String(row.draws) },
  { title: "lost", align: "right", cell: (row) => String(row.losses) },
  { title: "points", align: "right", cell: (row) => String(row.points) },
];

export function standingsTable(standings: readonly Rank[]): string {
  const widths = columns.map(({ title, cell }) =>
    Math.max(title.length, ...standings.map((row) => cell(row).length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.align === "right" ? text.padStart(width) : text.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [
    line(columns.map(({ title }) => title)),
    rule,
    ...standings.map((row) => line(columns.map(({ cell }) => cell(row)))),
  ].join("\n");
}

/** Names come from other machines, and must not command the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, "?");
}
