import { styleText } from "node:util";
import type { Tone } from "../verdicts.js";

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
