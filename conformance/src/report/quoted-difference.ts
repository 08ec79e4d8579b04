/** Messages quoted in notes, which an agent sent before the check began. */
import type { TranscriptEntry } from "../types.js";
import { Names, valueDifference } from "./alike.js";
import { type Difference, inMessage } from "./exchange-difference.js";

export const QUOTED = "the message that is quoted";

export function quotedDifference(
  mine: readonly TranscriptEntry[],
  theirs: readonly TranscriptEntry[],
): Difference | undefined {
  const [my, their] = [quotesOf(mine), quotesOf(theirs)];
  for (const [index, { step, words, json }] of my.entries()) {
    const other = their[index];
    if (other === undefined || other.words !== words) return undefined;
    const value = valueDifference(json, other.json, new Names());
    if (value !== undefined) return { step, referenceStep: other.step, text: inMessage(QUOTED, value) };
  }
  return undefined;
}

/** `it had registered with {…}` */
export function quotesOf(transcript: readonly TranscriptEntry[]) {
  return transcript.flatMap(({ kind, note = "" }, step) => {
    const begin = note.indexOf("{");
    if (kind !== "note" || begin < 0) return [];
    try {
      const json: unknown = JSON.parse(note.slice(begin));
      return [{ step, words: note.slice(0, begin), json }];
    } catch {
      return []; // a note with a brace in it
    }
  });
}
