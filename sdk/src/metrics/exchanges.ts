/** Exchanges of one direction, by method and outcome, and how long they took. */
import { Histogram } from "./histogram.js";

/** Stands for every method that has no name here: a name that a client makes up must not become a label. */
export const otherMethod = "other";

/** The usual outcome. */
export const answered = "answered";

/** The exchanges of one method. */
export interface MethodRow {
  readonly outcomes: Map<string, number>;
  readonly durations: Histogram;
}

export class Exchanges {
  /** Of each method that was used. */
  readonly #rows = new Map<string, MethodRow>();
  readonly #methods = new Set<string>();

  /** @param methods the only names that become labels, in addition to `other` */
  constructor(methods: readonly string[]) {
    this.name(methods);
  }

  /** Further names that become labels. */
  name(methods: readonly string[]): void {
    for (const method of methods) this.#methods.add(method);
  }

  /** @param outcome one of a few words of the program's own */
  add(method: string, outcome: string, ms: number): void {
    const { outcomes, durations } = this.#rows.get(method) ?? this.#begin(method);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    durations.add(ms);
  }

  /** The methods that were used, in the order of their names' list. */
  get rows(): readonly (readonly [method: string, row: MethodRow])[] {
    return [...this.#methods, otherMethod].flatMap((method) => {
      const row = this.#rows.get(method);
      return row === undefined ? [] : [[method, row] as const];
    });
  }

  #begin(method: string): MethodRow {
    const name = this.#methods.has(method) ? method : otherMethod;
    const row = this.#rows.get(name) ?? { outcomes: new Map(), durations: new Histogram() };
    this.#rows.set(name, row);
    return row;
  }
}
