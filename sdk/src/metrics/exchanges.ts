/** Exchanges of one direction, by method and outcome, and how long they took. */
import { Histogram } from "./histogram.js";
import { answered } from "./outcomes.js";

/** Stands for every method that has no name here: what a stranger makes up must not become a label. */
export const otherMethod = "other";

/** The exchanges of one method. */
export class MethodRow {
  /** The usual outcome has a field of its own: it is counted for every request. */
  #answered = 0;
  readonly #others = new Map<string, number>();
  readonly durations = new Histogram();

  answered(ms: number): void {
    this.#answered += 1;
    this.durations.add(ms);
  }

  /** @param outcome one of a few words of the program's own */
  add(outcome: string, ms: number): void {
    if (outcome === answered) {
      this.answered(ms);
      return;
    }
    this.#others.set(outcome, (this.#others.get(outcome) ?? 0) + 1);
    this.durations.add(ms);
  }

  get outcomes(): readonly (readonly [outcome: string, count: number])[] {
    return this.#answered === 0 ? [...this.#others] : [[answered, this.#answered], ...this.#others];
  }
}

export class Exchanges {
  readonly rows = new Map<string, MethodRow>();
  readonly #other = new MethodRow();

  /** @param methods the only names that become labels, beside `other` */
  constructor(methods: Iterable<string>) {
    for (const method of methods) this.rows.set(method, new MethodRow());
    this.rows.set(otherMethod, this.#other);
  }

  of(method: string): MethodRow {
    return this.rows.get(method) ?? this.#other;
  }
}
