/** Text in columns of a terminal: a Chinese character or an emoji takes two columns, an accent none. */
import stringWidth from "string-width";

/** Columns that the text takes. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** The text, cut to the width and with an ellipsis in the last column if it is too long. */
export function shortened(text: string, width: number): string {
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
export function padded(text: string, width: number, align: "left" | "right"): string {
  const spaces = " ".repeat(Math.max(0, width - textWidth(text)));
  return align === "left" ? text + spaces : spaces + text;
}

/** An emoji of several code points is one character. */
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
