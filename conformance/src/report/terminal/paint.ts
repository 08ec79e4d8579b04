import type { Tone } from "../verdicts.js";

/** Colours a text, or leaves it alone. */
export interface Paint {
  tone(tone: Tone, text: string): string;
  bold(text: string): string;
  dim(text: string): string;
}

const ESCAPE = "\u001b[";
const codes: Readonly<Record<Tone, number>> = { green: 32, red: 31, yellow: 33, magenta: 35, grey: 90 };

export function createPaint(enabled: boolean): Paint {
  const wrap = (open: number, close: number, text: string) =>
    enabled ? `${ESCAPE}${open}m${text}${ESCAPE}${close}m` : text;
  return {
    tone: (tone, text) => wrap(codes[tone], 39, text),
    bold: (text) => wrap(1, 22, text),
    dim: (text) => wrap(2, 22, text),
  };
}

/** Moves to the start of the line `lines` above this one and clears everything from there on. */
export function eraseUp(lines: number): string {
  return lines === 0 ? "" : `\r${ESCAPE}${lines}A${ESCAPE}0J`;
}

/** Lets the terminal cut long lines instead of breaking them, so that a line is one row whatever the width. */
export function unbroken(text: string): string {
  return text === "" ? "" : `${ESCAPE}?7l${text}${ESCAPE}?7h`;
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
