import { styleText } from "node:util";
import { printable } from "../text.js";
import type { Tone } from "../verdicts.js";

/** Breaks a text at spaces into lines of at most `width`; a longer word gets a separate line. Indentation is kept. */
export function wrap(text: string, width: number): string[] {
  return printable(text)
    .split("\n")
    .flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const indent = " ".repeat(Math.min(/^\s*/.exec(paragraph)?.[0].length ?? 0, Math.floor(width / 2)));
  const room = width - indent.length;
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.split(/\s+/).filter((each) => each !== "")) {
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => (each === "" ? "" : indent + each));
}

/** The width of the labels of a failure. */
export const LABEL_WIDTH = 12;

/** `label     first line` and the rest of the text under it. */
export function labelled(label: string, lines: readonly string[], paint: (label: string) => string) {
  return lines.map((line, index) =>
    index === 0 ? `${paint(label.padEnd(LABEL_WIDTH))}${line}` : `${" ".repeat(LABEL_WIDTH)}${line}`,
  );
}

/** Colours a text, or returns it unchanged. */
export interface Paint {
  tone(tone: Tone, text: string): string;
  bold(text: string): string;
  dim(text: string): string;
}

export function createPaint(enabled: boolean): Paint {
  // Whether colours are wanted is decided here, not by what standard output is.
  const style = (format: Tone | "bold" | "dim", text: string) =>
    enabled ? styleText(format, text, { validateStream: false }) : text;
  return {
    tone: style,
    bold: (text) => style("bold", text),
    dim: (text) => style("dim", text),
  };
}

/** https://no-color.org: any non-empty value switches colour off. */
export function wantsColour(
  option: boolean | undefined,
  isTty: boolean,
  noColour: string | undefined,
): boolean {
  if (option === false || (noColour !== undefined && noColour !== "")) return false;
  return isTty;
}
