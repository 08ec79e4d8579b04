/** What was said during a check, in order and with times; and the evidence that a pass needs. */
import type { Clock } from "./doors.js";
import { scanJson } from "./json/scan.js";
import { printable } from "./json/text.js";
import type { TranscriptEntry } from "./types.js";
import type { RawFailure } from "./wire/types.js";

const ENTRY_LIMIT = 400;

export class Transcript {
  readonly entries: TranscriptEntry[] = [];
  /** How many answers and messages of the agent were received. */
  heard = 0;
  private dropped = 0;
  private readonly clock: Clock;
  private readonly limit: number;
  private readonly start: number;

  /** @param limit how many entries are kept; what comes after them is only counted */
  constructor(clock: Clock, limit = ENTRY_LIMIT) {
    this.clock = clock;
    this.limit = limit;
    this.start = clock.now();
  }

  request(from: string, to: string, bytes: Uint8Array, at_ms?: number): void {
    this.add({ kind: "request", from, to, ...content(bytes) }, at_ms);
  }

  reply(from: string, to: string, status: number, bytes: Uint8Array, at_ms?: number): void {
    this.add({ kind: "reply", from, to, status, ...content(bytes) }, at_ms);
  }

  failure(from: string, to: string, failure: RawFailure): void {
    const partial = failure.partial === undefined ? {} : content(failure.partial.body);
    const status = failure.partial?.status === undefined ? {} : { status: failure.partial.status };
    this.add(
      { kind: "failure", from, to, note: `${failure.reason}: ${failure.detail}`, ...status, ...partial },
      failure.timing.end_ms,
    );
  }

  note(text: string): void {
    this.add({ kind: "note", from: "suite", to: "suite", note: text });
  }

  private add(entry: Omit<TranscriptEntry, "at_ms">, at = this.clock.now()): void {
    if (this.entries.length >= this.limit) {
      this.dropped += 1;
      const last = this.entries[this.limit - 1];
      if (last !== undefined)
        this.entries[this.limit - 1] = { ...last, note: `… and ${this.dropped} more, not kept` };
      return;
    }
    this.entries.push({ at_ms: at - this.start, ...entry });
  }
}

function content(bytes: Uint8Array): { json: unknown } | { bytes: string } | Record<never, never> {
  if (bytes.length === 0) return {};
  const scan = scanJson(bytes);
  // JSON that the report could not repeat faithfully is shown as the text that was sent.
  return scan.ok && scan.oddities.length === 0 && bytes.length <= 16_384
    ? { json: scan.value }
    : { bytes: printable(bytes) };
}
