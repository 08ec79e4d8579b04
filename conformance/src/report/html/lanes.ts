import type { TranscriptEntry } from "../../types.js";
import { clipped, oneLine } from "../printable.js";
import { AGENT, isAgent } from "../transcript.js";

/** A participant of the conversation and the place of its lifeline. */
export interface Lane {
  name: string;
  x: number;
  isAgent: boolean;
}

/** The column of the times, left of the first lifeline. */
export const TIME_WIDTH = 84;
export const HEADER_HEIGHT = 40;
/** Of a label: 12 px monospace. */
export const CHARACTER_WIDTH = 7.3;
const MIN_CHARACTERS = 30;
const MAX_NAME = 32;

/**
 * The peers in the order in which they appear, the agent last: every diagram has it on the right. Neighbours stand so
 * far apart that the longest text of an arrow fits between them, and the longest note across all of them.
 */
export function lanesOf(
  transcript: readonly TranscriptEntry[],
  longest: { arrow: number; note: number },
): Lane[] {
  const speaking = transcript.filter((entry) => entry.kind !== "note");
  const names = new Set(speaking.flatMap((entry) => [laneName(entry.from), laneName(entry.to)]));
  const agents = [...names].filter(isAgent).toSorted();
  const peers = [...names].filter((name) => !isAgent(name));
  const ordered = names.size === 0 ? [AGENT] : [...peers, ...agents];
  const margin = marginBeside(ordered);
  const forArrow = Math.max(MIN_CHARACTERS, longest.arrow) * CHARACTER_WIDTH + 40;
  const forNote = (longest.note * CHARACTER_WIDTH + 40 - 2 * margin) / Math.max(1, ordered.length - 1);
  const spacing = Math.max(forArrow, forNote);
  return ordered.map((name, index) => {
    return { name, x: Math.round(TIME_WIDTH + margin + index * spacing), isAgent: isAgent(name) };
  });
}

/** Width of a drawing with these lanes. */
export function widthOf(lanes: readonly Lane[]): number {
  return Math.round((lanes.at(-1)?.x ?? TIME_WIDTH) + marginBeside(lanes.map((lane) => lane.name)));
}

export function laneName(name: string): string {
  return clipped(oneLine(name), MAX_NAME);
}

function marginBeside(names: readonly string[]): number {
  return Math.max(70, ...names.map((name) => (name.length * CHARACTER_WIDTH) / 2 + 18));
}
