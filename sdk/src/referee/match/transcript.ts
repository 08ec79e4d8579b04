/** The full transcript of a match (contract 9): every message with its time, tokens redacted; each one is also logged (IS 3.3). */
import type { EnvelopeIn } from "@league-v2/contract";
import { type Clock, timestamp } from "../../platform/clock.js";
import type { Log } from "../../platform/log.js";
import { Redactor } from "../../platform/redactor.js";

export interface TranscriptLine {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly message: unknown;
}

interface UnreadLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly message: EnvelopeIn;
}

export class Transcript {
  #earlier: readonly TranscriptLine[];
  /** Redacted when read, because most transcripts are never read and redaction is expensive. Null when it is closed. */
  #own: UnreadLine[] | null = [];
  readonly #match_id: string;
  readonly #clock: Clock;
  readonly #log: Log;

  /** @param earlier the lines of an earlier run of the referee */
  constructor(match_id: string, clock: Clock, log: Log, earlier: readonly TranscriptLine[] = []) {
    this.#match_id = match_id;
    this.#earlier = earlier;
    this.#clock = clock;
    this.#log = log;
  }

  add(from: string, to: string, message: EnvelopeIn): void {
    this.#own?.push({ at: this.#clock.now(), from, to, message });
    const { message_type, conversation_id } = message;
    const text = `${message_type} from ${from} to ${to}`;
    this.#log({ level: "info", message: text, message_type, conversation_id, match_id: this.#match_id });
  }

  /** Every line so far, redacted. */
  lines(): TranscriptLine[] {
    const redactor = new Redactor();
    const own = (this.#own ?? []).map(({ at, message, ...line }) => ({
      at: timestamp(at),
      ...line,
      message: redactor.message(message),
    }));
    return [...this.#earlier, ...own];
  }

  /** Deletes all lines, and records no further one. */
  close(): void {
    this.#earlier = [];
    this.#own = null;
  }
}
