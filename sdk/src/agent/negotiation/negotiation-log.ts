/** Logs one line about each negotiation; the client logs the attempts at level debug. */
import type { Log } from "../../platform/log.js";
import type { Form } from "../../wire/index.js";
import { describeError } from "../core/describe-error.js";

export class NegotiationLog {
  readonly #log: Log;
  readonly #what: string;
  #attempts = 0;
  #last = "canonical";

  /** @param type message type of the call */
  constructor(log: Log, type: string, endpoint: string) {
    this.#log = log;
    this.#what = `${type} to ${endpoint}`;
  }

  /** @param form null is canonical */
  tries(form: Form | null): void {
    this.#attempts += 1;
    this.#last = form?.name ?? "canonical";
  }

  /** Logs the outcome of the negotiation: the first failure is logged only if the negotiation fails, too. */
  async follow<T>(negotiating: Promise<T>): Promise<T> {
    try {
      const reply = await negotiating;
      if (this.#attempts > 0) this.#write("info", `is answered in the form "${this.#last}"`);
      return reply;
    } catch (error) {
      const last = `is not answered in any form; the last is "${this.#last}": ${describeError(error)}`;
      if (this.#attempts > 0) this.#write("warn", last);
      else this.#log({ level: "warn", message: describeError(error) });
      throw error;
    }
  }

  #write(level: "info" | "warn", outcome: string): void {
    const count = this.#attempts === 1 ? "1 other attempt" : `${this.#attempts} other attempts`;
    this.#log({ level, message: `${this.#what} ${outcome}, after ${count}` });
  }
}
