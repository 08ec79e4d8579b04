/** The messages during a check, in order and with times; and the evidence that a pass needs. */

import { scanJson, show, textOfBytes } from "./json.js";
import { isAgent } from "./report/text.js";
import type { Clock } from "./sdk.js";
import type { TranscriptEntry } from "./types.js";
import type { Shown } from "./verdict.js";
import type { RawFailure } from "./wire/types.js";

const ENTRY_LIMIT = 400;

/** How many entries before a wrong message are shown. */
const BEFORE = 4;

/** How many entries are shown of a record in which no message is wrong: one is missing, or all together are. */
const LAST = 40;

/** Which entries of a transcript are about a part. */
export interface About {
  /** Texts that one of its messages contains, such as the id of its match; default: all messages are about it. */
  ids?: readonly string[];
  /** The message that it is, if it is just one. */
  message?: Shown;
}

/** Where a part is recorded. */
export interface Trace extends About {
  /** Undefined where it is no message, such as the number of processes. */
  transcript?: Transcript | undefined;
  /** How many messages of the agent the part stands for, where these are not all of the transcript. */
  count?: number;
  /** The message in words: the transcript may not hold it any more. */
  excerpt?: string | undefined;
}

export class Transcript {
  /** How many answers and messages of the agent were received. */
  receivedCount = 0;
  private readonly formatted: TranscriptEntry[] = [];
  /** Notes of the check at its end, kept even if earlier entries are dropped. */
  private readonly conclusions: TranscriptEntry[] = [];
  /** Entries that have not been read yet: messages are formatted only when they are read. */
  private readonly unformatted: (() => readonly TranscriptEntry[])[] = [];
  /** The messages of these entries, as they were sent and received. */
  private readonly messages = new Map<TranscriptEntry, object>();
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

  /**
   * The exchanges of these messages, and what led to them: a few of the entries with these texts before them, one of
   * which is a request to the agent. Without such messages, the last entries with these texts.
   */
  around(shown: readonly Shown[], texts?: readonly string[]): readonly TranscriptEntry[] {
    const all = this.entries.toSorted((a, b) => a.at_ms - b.at_ms);
    const rawOf = (entry: TranscriptEntry) => this.messages.get(entry);
    const wrong = all.filter((entry) => shown.some(({ raw }) => raw === rawOf(entry)));
    const named = new Set(all.filter((entry) => this.contains(entry, texts)).map(rawOf));
    const isAbout = (entry: TranscriptEntry) => texts === undefined || named.has(rawOf(entry));
    const [first] = wrong;
    if (first === undefined) return all.filter(isAbout).slice(-LAST);
    const before = all.slice(0, all.indexOf(first)).filter(isAbout);
    const isRequest = ({ kind, to }: TranscriptEntry) => kind === "request" && isAgent(to);
    const least = Math.max(0, before.length - BEFORE);
    const asked = [...before.slice(least), ...wrong].some(isRequest)
      ? least
      : before.findLastIndex(isRequest);
    const kept = before.filter((_, index) => index >= least || index === asked);
    const left = before.length - kept.length;
    const more = {
      at_ms: kept[0]?.at_ms ?? first.at_ms,
      ...ASIDE,
      note: `${left} messages came before these`,
    };
    return [...(left === 0 ? [] : [more]), ...kept, ...wrong];
  }

  /** Whether the message is among the entries, which are not without limit. */
  has({ raw }: Shown): boolean {
    return this.entries.some((entry) => this.messages.get(entry) === raw);
  }

  /** Copies entries of another transcript when this one is read, after a note with the time of the first of them. */
  quote(entries: () => readonly TranscriptEntry[], note?: string): void {
    this.unformatted.push(() => {
      const quoted = entries();
      if (note === undefined) return quoted;
      return [{ at_ms: quoted[0]?.at_ms ?? 0, ...ASIDE, note }, ...quoted];
    });
  }

  /** @param raw what the message is known by, see `around` */
  request(from: string, to: string, bytes: Uint8Array, at_ms?: number, raw?: object): void {
    this.add(() => ({ kind: "request", from, to, ...content(bytes) }), at_ms, raw);
  }

  reply(from: string, to: string, status: number, bytes: Uint8Array, at_ms?: number, raw?: object): void {
    this.add(() => ({ kind: "reply", from, to, status, ...content(bytes) }), at_ms, raw);
  }

  failure(from: string, to: string, failure: RawFailure): void {
    const { partial, reason, detail, timing } = failure;
    const status = partial?.status === undefined ? {} : { status: partial.status };
    const format = () => ({
      kind: "failure" as const,
      from,
      to,
      note: `${reason}: ${detail}`,
      ...status,
      ...(partial === undefined ? {} : content(partial.body)),
    });
    this.add(format, timing.end_ms, failure);
  }

  note(text: string): void {
    this.add(() => ({ ...ASIDE, note: text }));
  }

  /** Adds a note at the end. */
  conclude(text: string): void {
    this.conclusions.push({ at_ms: this.clock.now() - this.start, ...ASIDE, note: text });
  }

  private contains(entry: TranscriptEntry, texts: readonly string[] = []): boolean {
    const own = this.texts.get(entry) ?? entry.bytes ?? show(entry.json, Number.POSITIVE_INFINITY);
    this.texts.set(entry, own);
    return texts.some((text) => own.includes(text));
  }

  private add(format: () => Omit<TranscriptEntry, "at_ms">, at = this.clock.now(), raw?: object): void {
    if (this.kept >= this.limit) {
      this.dropped += 1;
      return;
    }
    this.kept += 1;
    const at_ms = at - this.start;
    this.unformatted.push(() => {
      const entry = { at_ms, ...format() };
      if (raw !== undefined) this.messages.set(entry, raw);
      return [entry];
    });
  }
}

/** A note of the suite for the reader. */
const ASIDE = { kind: "note", from: "suite", to: "suite" } as const;

function content(bytes: Uint8Array): { json: unknown } | { bytes: string } | Record<never, never> {
  if (bytes.length === 0) return {};
  const scan = scanJson(bytes);
  // JSON that the report could not repeat faithfully is shown as the text that was sent.
  return scan.ok && scan.anomalies.length === 0 && bytes.length <= 16_384
    ? { json: scan.value }
    : { bytes: textOfBytes(bytes) };
}
