/** A time axis on which long pauses are shortened. */
import { countUntil } from "./order.js";

export interface FoldedTime {
  /** Length of the axis, in ms of shown time. */
  readonly length: number;
  /** The pauses that were folded, as moments. */
  readonly folds: readonly { readonly from: number; readonly to: number }[];
  /** From a moment to a place on the axis, from 0 to `length`. */
  readonly placeOf: (t: number) => number;
  /** From a place on the axis to a moment. */
  readonly momentAt: (place: number) => number;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  /** Shown time for each ms of this stretch. */
  readonly scale: number;
}

/**
 * @param moments ascending
 * @param longest a longer pause, in ms, is shown with this length
 */
export function foldIdle(moments: readonly number[], longest: number): FoldedTime {
  const stretches: Stretch[] = [];
  let length = 0;
  for (let index = 1; index < moments.length; index++) {
    const [from = 0, to = 0] = moments.slice(index - 1, index + 1);
    const shown = Math.min(to - from, longest);
    const scale = to === from ? 1 : shown / (to - from);
    const last = stretches.at(-1);
    // Time without long pauses forms one stretch, with any number of moments.
    if (scale === 1 && last?.scale === 1) stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ from, to, start: length, scale });
    length += shown;
  }
  const first = moments[0] ?? 0;
  return {
    length,
    folds: stretches.filter(({ scale }) => scale < 1).map(({ from, to }) => ({ from, to })),
    placeOf(t) {
      const stretch = stretches[countUntil(stretches, t, ({ from }) => from) - 1];
      if (stretch === undefined) return 0;
      return stretch.start + (Math.min(t, stretch.to) - stretch.from) * stretch.scale;
    },
    momentAt(place) {
      const stretch = stretches[countUntil(stretches, place, ({ start }) => start) - 1];
      if (stretch === undefined) return first;
      return Math.min(stretch.to, stretch.from + (place - stretch.start) / stretch.scale);
    },
  };
}

/** A longer pause than this is idle time: many times the usual one. */
export function idleLimit(moments: readonly number[]): number {
  const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  return Math.max(shortestFold, usual * timesUsual);
}

const timesUsual = 8;

/** Shorter pauses are never folded, in ms. */
const shortestFold = 50;
