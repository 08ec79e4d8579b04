/** The full transcript of a match (contract 9): every message with its time, tokens left out. */
import { Redactor } from "../agent/redactor.js";

export interface TranscriptLine {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly message: unknown;
}

export class Transcript {
  readonly lines: TranscriptLine[];
  readonly #now: () => string;
  readonly #redactor = new Redactor();

  /** @param earlier what was said in an earlier life of the referee */
  constructor(now: () => string, earlier: readonly TranscriptLine[] = []) {
    this.lines = [...earlier];
    this.#now = now;
  }

  add(from: string, to: string, message: object): void {
    this.lines.push({ at: this.#now(), from, to, message: this.#redactor.message(message) });
  }
}
