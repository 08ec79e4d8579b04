/** One small interpreter for the state tables of the spec (architecture rule 9). */
import { LeagueRpcError } from "./errors.js";

/** A table as the contract package emits it: state → event → next state. */
export interface Table<State extends string> {
  readonly initial: State;
  readonly transitions: { readonly [from in State]?: { readonly [event: string]: State } };
}

type EventsOf<T> = T extends { transitions: infer Rows }
  ? { [S in keyof Rows]: keyof Rows[S] }[keyof Rows] & string
  : never;

export class Machine<State extends string, Event extends string> {
  #state: State;
  readonly #table: Table<State>;

  constructor(table: Table<State>, state: State = table.initial) {
    this.#table = table;
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  can(event: Event): boolean {
    return this.#next(event) !== undefined;
  }

  /** @throws LeagueRpcError E008 when the table has no such event in this state. */
  fire(event: Event): State {
    const next = this.#next(event);
    if (next === undefined) {
      throw new LeagueRpcError("E008", `"${event}" is not possible in state ${this.#state}`);
    }
    this.#state = next;
    return next;
  }

  #next(event: Event): State | undefined {
    const row = this.#table.transitions[this.#state];
    return row && Object.hasOwn(row, event) ? row[event] : undefined;
  }
}

/** A machine typed by its table: only its own events can be fired. */
export function machineOf<State extends string, const T extends Table<State>>(
  table: T & Table<State>,
  state?: State,
): Machine<State, EventsOf<T>> {
  return new Machine<State, EventsOf<T>>(table, state);
}
