/** Detects a draw in the texts of a report: in a status, a reason, or any other text. */
import { isObject } from "./members.js";

/** Members whose texts are names. */
const names = /name|(^|_)id$/i;
const drawWord = /\b(draw|tie|tied)\b/;
/** Phrases about the draw of the number, and negated draws. */
const otherDraw = /\b(no|not|number|before|during|after|the)( an?| the)? (draw|tie)\b/;

export function containsDraw(value: unknown): boolean {
  if (typeof value === "string") {
    const words = value.toLowerCase().replaceAll(/[_-]/g, " ");
    return drawWord.test(words) && !otherDraw.test(words);
  }
  if (Array.isArray(value)) return value.some(containsDraw);
  return (
    isObject(value) && Object.entries(value).some(([name, inner]) => !names.test(name) && containsDraw(inner))
  );
}

/** Whether a value is the word for a draw. */
export function isDrawWord(value: unknown): boolean {
  return typeof value === "string" && /^(draw|tie)$/i.test(value);
}
