import type { TranscriptEntry } from "../../types.js";
import { clipped } from "../printable.js";
import { answerTimes, detailsOf, labelOf, remarkOf } from "../transcript.js";
import { duration, moment } from "../units.js";
import {
  CHARACTER_WIDTH,
  HEADER_HEIGHT,
  type Lane,
  laneName,
  lanesOf,
  TIME_WIDTH,
  widthOf,
} from "./lanes.js";

interface Step {
  /** Place in the transcript, from 0. */
  step: number;
  time: string;
  label: string;
}

interface Arrow extends Step {
  from: Lane;
  to: Lane;
  /** What the check saw in this message; also the last line below the arrow. */
  remark: string;
  below: readonly string[];
  failed: boolean;
}

/** One row of the diagram; `y` is the line on which its arrow lies, or the middle of its text. */
export type Row = { y: number } & (
  | ({ kind: "arrow" } & Arrow)
  | ({ kind: "note" } & Step)
  | { kind: "gap"; label: string }
);

export interface SequenceLayout {
  width: number;
  height: number;
  lanes: readonly Lane[];
  rows: readonly Row[];
}

const MAX_LABEL = 56;
const MAX_NOTE = 90;
/** A silence at least this long gets a row of its own: waiting is half of what the contract is about. */
const LONG_SILENCE_MS = 1000;
/** Longer conversations show their beginning and their end. */
const MAX_STEPS = 80;

export function layOut(transcript: readonly TranscriptEntry[]): SequenceLayout {
  const texts = textsOf(transcript);
  const lanes = lanesOf(transcript, longest(texts));
  const width = widthOf(lanes);
  const noteLength = Math.floor((width - TIME_WIDTH - 40) / CHARACTER_WIDTH);
  const rows: Row[] = [];
  let bottom = HEADER_HEIGHT;
  /** Makes room for a row and hands back its `y`. */
  const place = (above: number, below: number): number => {
    const y = bottom + above;
    bottom = y + below;
    return y;
  };

  let previous = -1;
  for (const { entry, step, label, below, remark } of shown(texts)) {
    const gap = gapBefore(transcript, previous, step);
    if (gap !== undefined) rows.push({ kind: "gap", y: place(20, 20), label: gap });
    previous = step;

    const time = moment(entry.at_ms);
    const [from, to] = [entry.from, entry.to].map((name) =>
      lanes.find((lane) => lane.name === laneName(name)),
    );
    if (entry.kind === "note" || from === undefined || to === undefined || from === to) {
      rows.push({ kind: "note", y: place(20, 18), step, time, label: clipped(label, noteLength) });
    } else {
      const y = place(34, 8 + below.length * 15);
      rows.push({
        kind: "arrow",
        y,
        step,
        time,
        from,
        to,
        label,
        below,
        remark,
        failed: entry.kind === "failure",
      });
    }
  }
  return { width, height: bottom + 14, lanes, rows };
}

interface Texts {
  entry: TranscriptEntry;
  step: number;
  label: string;
  below: string[];
  remark: string;
}

function textsOf(transcript: readonly TranscriptEntry[]): Texts[] {
  const answered = answerTimes(transcript);
  return transcript.map((entry, step) => {
    const remark = clipped(remarkOf(entry) ?? "", MAX_LABEL);
    const details = clipped(detailsOf(entry, answered[step]).join(" · "), MAX_LABEL);
    const label = entry.kind === "note" ? labelOf(entry) : clipped(labelOf(entry), MAX_LABEL);
    return { entry, step, label, below: [details, remark].filter((line) => line !== ""), remark };
  });
}

function longest(texts: readonly Texts[]): { arrow: number; note: number } {
  const of = (lines: string[]) => Math.max(0, ...lines.map((line) => line.length));
  const notes = texts.filter(({ entry }) => entry.kind === "note");
  const arrows = texts.filter(({ entry }) => entry.kind !== "note");
  return {
    arrow: of(arrows.flatMap(({ label, below }) => [label, ...below])),
    note: Math.min(MAX_NOTE, of(notes.map(({ label }) => label))),
  };
}

function shown(texts: readonly Texts[]): Texts[] {
  const half = MAX_STEPS / 2;
  return texts.length <= MAX_STEPS ? [...texts] : [...texts.slice(0, half), ...texts.slice(-half)];
}

/** What is not drawn between two rows: steps that were left out, or a long silence. */
function gapBefore(
  transcript: readonly TranscriptEntry[],
  previous: number,
  step: number,
): string | undefined {
  const skipped = step - previous - 1;
  if (skipped > 0) return `${skipped} more steps, in the list below`;
  const silence = (transcript[step]?.at_ms ?? 0) - (transcript[previous]?.at_ms ?? 0);
  return silence >= LONG_SILENCE_MS ? duration(silence) : undefined;
}
