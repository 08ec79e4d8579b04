/** The full transcript of a match (contract 9): every message with its time, tokens redacted. */
import { Redactor } from "../agent/core/redactor.js";

export interface TranscriptLine {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly message: unknown;
}

interface UnredactedLine {
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly message: object;
}

export class Transcript {
  #earlier: readonly TranscriptLine[];
  /** Redacted when read, because most transcripts are never read and redaction is expensive. Null when it is closed. */
  #own: UnredactedLine[] | null = [];
  readonly #now: () => string;

  /** @param earlier the lines of an earlier run of the referee */
  constructor(now: () => string, earlier: readonly TranscriptLine[] = []) {
    this.#earlier = earlier;
    this.#now = now;
  }

  add(from: string, to: string, message: object): void {
    this.#own?.push({ at: this.#now(), from, to, message });
  }

  /** Every line so far, redacted. */
  lines(): TranscriptLine[] {
    const redactor = new Redactor();
    const own = (this.#own ?? []).map((line) => ({ ...line, message: redactor.message(line.message) }));
    return [...this.#earlier, ...own];
  }

  /** Deletes all lines, and records no further one. */
  close(): void {
    this.#earlier = [];
    this.#own = null;
  }
}
