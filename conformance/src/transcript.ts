/** The messages during a check, in order and with times; and the evidence that a pass needs. */

import { scanJson } from "./json/scan.js";
import { printable, show } from "./json/text.js";
import type { Clock } from "./sdk.js";
import type { TranscriptEntry } from "./types.js";
import type { RawFailure } from "./wire/types.js";

const ENTRY_LIMIT = 400;

export class Transcript {
  /** How many answers and messages of the agent were received. */
  receivedCount = 0;
  private readonly formatted: TranscriptEntry[] = [];
  /** Notes of the check at its end, kept even if earlier entries are dropped. */
  private readonly conclusions: TranscriptEntry[] = [];
  /** Entries that have not been read yet: messages are formatted only when they are read. */
  private readonly unformatted: (() => readonly TranscriptEntry[])[] = [];
  /** Many checks search the same entries. */
  private readonly texts = new Map<TranscriptEntry, string>();
  private kept = 0;
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

  get entries(): readonly TranscriptEntry[] {
    for (const format of this.unformatted.splice(0)) this.formatted.push(...format());
    const at_ms = this.formatted.at(-1)?.at_ms ?? 0;
    const more =
      this.dropped === 0 ? [] : [{ at_ms, ...ASIDE, note: `… and ${this.dropped} more, not kept` }];
    return [...this.formatted, ...more, ...this.conclusions];
  }

  /** The entries whose message contains one of these texts. */
  mentioning(texts: readonly string[], { withRemarks = false } = {}): readonly TranscriptEntry[] {
    return this.entries.filter((entry) =>
      withRemarks && isRemark(entry) ? entry.note !== undefined : this.contains(entry, texts),
    );
  }

  /** Copies entries of another transcript when this one is read. */
  quote(entries: () => readonly TranscriptEntry[]): void {
    this.unformatted.push(entries);
  }

  request(from: string, to: string, bytes: Uint8Array, at_ms?: number): void {
    this.add(() => ({ kind: "request", from, to, ...content(bytes) }), at_ms);
  }

  reply(from: string, to: string, status: number, bytes: Uint8Array, at_ms?: number): void {
    this.add(() => ({ kind: "reply", from, to, status, ...content(bytes) }), at_ms);
  }

  failure(from: string, to: string, failure: RawFailure): void {
    const { partial, reason, detail, timing } = failure;
    const status = partial?.status === undefined ? {} : { status: partial.status };
    const format = () => ({
      ...{ kind: "failure" as const, from, to, note: `${reason}: ${detail}`, ...status },
      ...(partial === undefined ? {} : content(partial.body)),
    });
    this.add(format, timing.end_ms);
  }

  note(text: string): void {
    this.add(() => ({ ...ASIDE, note: text }));
  }

  /** Adds a note at the end. */
  conclude(text: string): void {
    this.conclusions.push({ at_ms: this.clock.now() - this.start, ...ASIDE, note: text });
  }

  private contains(entry: TranscriptEntry, texts: readonly string[]): boolean {
    const own = this.texts.get(entry) ?? entry.bytes ?? show(entry.json, Number.POSITIVE_INFINITY);
    this.texts.set(entry, own);
    return texts.some((text) => own.includes(text));
  }

  private add(format: () => Omit<TranscriptEntry, "at_ms">, at = this.clock.now()): void {
    if (this.kept >= this.limit) {
      this.dropped += 1;
      return;
    }
    this.kept += 1;
    const at_ms = at - this.start;
    this.unformatted.push(() => [{ at_ms, ...format() }]);
  }
}

function isRemark({ kind }: TranscriptEntry): boolean {
  return kind === "note" || kind === "failure";
}

/** A note of the suite for the reader. */
const ASIDE = { kind: "note", from: "suite", to: "suite" } as const;

function content(bytes: Uint8Array): { json: unknown } | { bytes: string } | Record<never, never> {
  if (bytes.length === 0) return {};
  const scan = scanJson(bytes);
  // JSON that the report could not repeat faithfully is shown as the text that was sent.
  return scan.ok && scan.anomalies.length === 0 && bytes.length <= 16_384
    ? { json: scan.value }
    : { bytes: printable(bytes) };
}
