import type { Clock } from "../platform/clock.js";
import type { Log, LogEntry } from "../platform/log.js";
import type { CallPlace } from "./errors.js";

/** The log lines of one call: what was sent to whom, and what became of it. Never the message itself, which has a token. */
export class CallLog {
  readonly #log: Log | undefined;
  readonly #clock: Clock;
  readonly #place: CallPlace;
  readonly #message: object;
  readonly #failureLevel: LogEntry["level"];
  #sentAt = 0;

  constructor(
    log: Log | undefined,
    clock: Clock,
    place: CallPlace,
    message: object,
    failureLevel: LogEntry["level"] = "warn",
  ) {
    this.#failureLevel = failureLevel;
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
    this.#write(this.#failureLevel, error instanceof Error ? error.message : String(error));
  }

  #write(level: LogEntry["level"], what: string): void {
    if (this.#log === undefined || this.#log.writes?.(level) === false) return;
    const { method, url } = this.#place;
    const place = `${method} to ${url}: `;
    const entry: LogEntry = {
      level,
      message: what.startsWith(place) ? what : `${place}${what}`,
      data: { method, url },
    };
    for (const name of ["message_type", "conversation_id", "match_id"] as const) {
      const value = (this.#message as Record<string, unknown>)[name];
      if (typeof value === "string") entry[name] = value;
    }
    this.#log(entry);
  }
}
