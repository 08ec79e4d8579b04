/** The standings as text in columns: words to the left, numbers to the right. */
import type { Rank } from "@league-v2/sdk/store";
import stringWidth from "string-width";
import { printable } from "./describe.js";

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

/** Columns that a narrow table leaves out, in this order. */
const dispensable = ["drawn", "lost", "played", "won"];

const gap = "  ";
/** A name is shortened down to this length before a column is left out. */
const minNameLength = 10;

/** @param room columns that a line may have: names are shortened, and columns left out, until it fits */
export function standingsTable(standings: readonly Rank[], room: number = Number.POSITIVE_INFINITY): string {
  const naturalWidth = ({ title, cell }: Column) =>
    Math.max(title.length, ...standings.map((row) => textWidth(cell(row))));
  const needed = (shown: readonly Column[], width: (column: Column) => number) =>
    shown.reduce((sum, column) => sum + width(column) + gap.length, -gap.length);
  const minWidth = (column: Column) =>
    column.title === "player" ? Math.min(naturalWidth(column), minNameLength) : naturalWidth(column);
  let shown = columns;
  for (const gone of dispensable) {
    if (needed(shown, minWidth) <= room) break;
    shown = shown.filter(({ title }) => title !== gone);
  }
  const excess = Math.max(0, needed(shown, naturalWidth) - room);
  const widths = shown.map((column) =>
    column.title === "player"
      ? Math.max(naturalWidth(column) - excess, minWidth(column))
      : naturalWidth(column),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, index) => {
        const width = widths[index] ?? 0;
        return padded(shortened(text, width), width, shown[index]?.align ?? "left");
      })
      .join(gap)
      .trimEnd();
  return [
    line(shown.map(({ title }) => title)),
    widths.map((width) => "-".repeat(width)).join(gap),
    ...standings.map((row) => line(shown.map(({ cell }) => cell(row)))),
  ].join("\n");
}

/** The columns of a terminal that the text takes: a Chinese character or an emoji takes two, an accent none. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** The text, cut to the width and with an ellipsis in the last column if it is too long. */
function shortened(text: string, width: number): string {
  return textWidth(text) <= width ? text : `${beginning(text, width - 1)}…`;
}

/** The beginning of the text, as many whole characters as fit. */
export function beginning(text: string, width: number): string {
  let [shown, room] = ["", width];
  for (const { segment } of characters.segment(text)) {
    room -= textWidth(segment);
    if (room < 0) break;
    shown += segment;
  }
  return shown;
}

/** The text with spaces up to the width. */
function padded(text: string, width: number, align: "left" | "right"): string {
  const spaces = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "left" ? text + spaces : spaces + text;
}

/** An emoji of several code points is one character. */
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
