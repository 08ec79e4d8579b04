/** One line about each negotiation; the single attempts are logged by the client, for debugging. */
import type { Log } from "../platform/log.js";
import type { Form } from "../wire/index.js";
import { describeError } from "./describe-error.js";

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

  /** The outcome of the negotiation; nothing is said of one that needed no attempt. */
  async follow<T>(negotiating: Promise<T>): Promise<T> {
    try {
      const reply = await negotiating;
      this.#say("info", `is answered in the form "${this.#last}"`);
      return reply;
    } catch (error) {
      this.#say("warn", `is not answered in any form; the last is "${this.#last}": ${describeError(error)}`);
      throw error;
    }
  }

  #say(level: "info" | "warn", outcome: string): void {
    if (this.#attempts === 0) return;
    const count = this.#attempts === 1 ? "1 other attempt" : `${this.#attempts} other attempts`;
    this.#log({ level, message: `${this.#what} ${outcome}, after ${count}` });
  }
}
