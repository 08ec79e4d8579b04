/** Whether a report calls a match a draw in its words: in a status, a reason, or any other text. */
import { isObject } from "./members.js";

/** Texts in which the word may stand as a name. */
const names = /name|(^|_)id$/i;
const drawWord = /\b(draw|tie|tied)\b/;
/** The draw of the number is no result, and a denied draw is none. */
const otherDraw = /\b(no|not|number|before|during|after|the)( an?| the)? (draw|tie)\b/;

export function saysDraw(value: unknown): boolean {
  if (typeof value === "string") {
    const words = value.toLowerCase().replaceAll(/[_-]/g, " ");
    return drawWord.test(words) && !otherDraw.test(words);
  }
  if (Array.isArray(value)) return value.some(saysDraw);
  return (
    isObject(value) && Object.entries(value).some(([name, inner]) => !names.test(name) && saysDraw(inner))
  );
}
