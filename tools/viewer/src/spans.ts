/** Spans of time, with an index to find those that contain a moment. */
import { countUntil } from "./search.js";

export interface Span {
  readonly begin: number;
  /** The first moment after it. */
  readonly end: number;
}

/** This many spans are checked for a moment, in addition to those that contain it. */
const spansPerCheckpoint = 64;

export class Spans {
  readonly #spans: readonly Span[];
  /** For each 64th span: the indexes of the spans before it that had not ended when the latest of them began. */
  readonly #checkpoints: (readonly number[])[] = [[]];

  /** @param spans in order of their beginnings */
  constructor(spans: readonly Span[]) {
    this.#spans = spans;
    let open: readonly number[] = [];
    for (let first = 0; first + spansPerCheckpoint <= spans.length; first += spansPerCheckpoint) {
      const next = first + spansPerCheckpoint;
      open = this.#holding(spans[next - 1]?.begin ?? 0, open, first, next);
      this.#checkpoints.push(open);
    }
  }

  /** The indexes of the spans that have begun by then and have not ended, ascending. */
  at(t: number): number[] {
    const begun = countUntil(this.#spans, t, ({ begin }) => begin);
    const checkpoint = Math.floor(begun / spansPerCheckpoint);
    return this.#holding(t, this.#checkpoints[checkpoint] ?? [], checkpoint * spansPerCheckpoint, begun);
  }

  /** The indexes of the spans in `some`, and from `first` to before `last`, that have not ended. */
  #holding(t: number, some: readonly number[], first: number, last: number): number[] {
    const goesOn = (index: number) => (this.#spans[index]?.end ?? t) > t;
    const found = some.filter(goesOn);
    for (let index = first; index < last; index++) if (goesOn(index)) found.push(index);
    return found;
  }
}
