/** The progress of counted work: one line redrawn on a terminal, otherwise a line for each tenth of at least 100 items. */
import type { Clock } from "@league-v2/sdk";
import { openLiveArea } from "./live-area.js";
import { type Screen, widthOf } from "./screen.js";

export interface CountProgress {
  readonly onDone: (done: number) => void;
  /** Clears the drawn line. */
  readonly end: () => void;
}

export interface CountSetting {
  /** The name of the counted items, in the plural. */
  readonly what: string;
  readonly all: number;
  readonly screen: Screen | null;
  /** Prints a line if there is no terminal. */
  readonly line: (text: string) => void;
  readonly clock: Clock;
}

/** With fewer items the work ends too soon for lines of progress. */
const minimumForLines = 100;
const barWidth = 24;
const minBarWidth = 4;

export async function countProgress({
  what,
  all,
  screen,
  line,
  clock,
}: CountSetting): Promise<CountProgress> {
  const begun = clock.now();
  const words = (done: number) =>
    [`${done} of ${all} ${what}`, timeLeft(done, all, clock.now() - begun)].filter(Boolean).join(", ");
  if (screen !== null) {
    const area = await openLiveArea(screen, clock);
    const line = (done: number) => {
      const label = words(done);
      return [bar(done, all, widthOf(screen) - label.length - 1), label].filter(Boolean).join(" ");
    };
    return { onDone: (done) => area.show(() => [line(done)]), end: area.clear };
  }
  let tenths = 0;
  return {
    onDone(done) {
      const reached = Math.floor((10 * done) / all);
      if (all < minimumForLines || reached <= tenths || done >= all) return;
      tenths = reached;
      line(words(done));
    },
    end() {},
  };
}

/** @param room characters; the bar is empty if they are too few */
export function bar(done: number, all: number, room: number = barWidth): string {
  const width = Math.min(barWidth, room);
  if (width < minBarWidth) return "";
  const filled = Math.min(width, Math.round((width * done) / all));
  return "█".repeat(filled) + "░".repeat(width - filled);
}

/** With fewer finished pieces of work there is no estimate. */
const fewest = 3;
const msPerSecond = 1000;
const secondsPerMinute = 60;

/** `about 12 s left`; empty before there is an estimate, and at the end. */
export function timeLeft(done: number, all: number, elapsedMs: number): string {
  if (done < fewest || done >= all) return "";
  const seconds = Math.ceil((elapsedMs * (all - done)) / done / msPerSecond);
  const isLong = seconds > 2 * secondsPerMinute;
  return `about ${isLong ? `${Math.ceil(seconds / secondsPerMinute)} min` : `${seconds} s`} left`;
}
