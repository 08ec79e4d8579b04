import type { Clock } from "../doors/clock.js";
import type { Log, LogEntry } from "../doors/log.js";
import type { CallPlace } from "./errors.js";

/** The log lines of one call: what was sent to whom, and what became of it. Never the message itself, which has a token. */
export class CallLog {
  readonly #log: Log | undefined;
  readonly #clock: Clock;
  readonly #place: CallPlace;
  readonly #message: object;
  #sentAt = 0;

  constructor(log: Log | undefined, clock: Clock, place: CallPlace, message: object) {
    this.#log = log;
    this.#clock = clock;
    this.#place = place;
    this.#message = message;
  }

  sent(): void {
    this.#sentAt = this.#clock.now();
    this.#write("debug", "sent");
  }

  answered(): void {
    this.#write("debug", `answered after ${this.#clock.now() - this.#sentAt} ms`);
  }

  failed(error: unknown): void {
    this.#write("warn", error instanceof Error ? error.message : String(error));
  }

  #write(level: LogEntry["level"], what: string): void {
    if (this.#log === undefined) return;
    const { method, url } = this.#place;
    const entry: LogEntry = {
      level,
      message: level === "debug" ? `${method} to ${url}: ${what}` : what,
      data: { method, url },
    };
    for (const name of ["message_type", "conversation_id", "match_id"] as const) {
      const value = (this.#message as Record<string, unknown>)[name];
      if (typeof value === "string") entry[name] = value;
    }
    this.#log(entry);
  }
}
