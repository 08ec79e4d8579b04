/** Exchanges of one direction, by method and outcome, and how long they took. */
import type { Family } from "./family.js";
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

export interface ExchangeNames {
  /** Without the unit, e.g. `league_requests`. */
  readonly prefix: string;
  readonly counted: string;
  readonly timed: string;
}

export class Exchanges {
  readonly #names: ExchangeNames;
  readonly #rows = new Map<string, MethodRow>();
  readonly #other = new MethodRow();

  /** @param methods the only names that become labels, beside `other` */
  constructor(names: ExchangeNames, methods: Iterable<string>) {
    this.#names = names;
    for (const method of methods) this.#rows.set(method, new MethodRow());
    this.#rows.set(otherMethod, this.#other);
  }

  of(method: string): MethodRow {
    return this.#rows.get(method) ?? this.#other;
  }

  /** Methods that were never used are left out. */
  families(): Family[] {
    const { prefix, counted, timed } = this.#names;
    const used = [...this.#rows].filter(([, row]) => row.outcomes.length > 0);
    return [
      {
        name: `${prefix}_total`,
        help: counted,
        type: "counter",
        samples: used.flatMap(([method, { outcomes }]) =>
          outcomes.map(([outcome, value]) => ({ labels: { method, outcome }, value })),
        ),
      },
      {
        name: `${prefix}_duration_seconds`,
        help: timed,
        type: "histogram",
        samples: used.flatMap(([method, { durations }]) => durations.samples({ method })),
      },
    ];
  }
}

export function servedExchanges(methods: Iterable<string>): Exchanges {
  const names = {
    prefix: "league_requests",
    counted: "Requests to this agent, by method and outcome.",
    timed: "Time until this agent's answer, by method.",
  };
  return new Exchanges(names, methods);
}

export function calledExchanges(methods: Iterable<string>): Exchanges {
  const names = {
    prefix: "league_calls",
    counted: "Calls of this agent to others, by method and outcome; retries are part of a call.",
    timed: "Time until the end of a call, retries included, by method.",
  };
  return new Exchanges(names, methods);
}
