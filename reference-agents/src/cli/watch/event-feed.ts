/** The events of a recording as server-sent events. A watcher may read slowly, and loses no event by reconnecting. */
import type { Clock } from "@league-v2/sdk";
import { Converter } from "@league-v2/viewer";
import type { Recording } from "@league-v2/viewer/record";
import { Pace } from "./pace.js";

export interface FeedSetting {
  readonly recording: Recording;
  readonly clock: Clock;
  /** Identifies this process; event ids of another process are ignored. */
  readonly epoch: string;
}

/** Events within this time are sent together, in ms: a write costs more than the bytes in it. */
const pauseMs = 250;
/** The time after which a comment is sent, in ms: the write fails if the watcher has disconnected. */
const silenceMs = 15_000;
const maxAtOnce = 2000;
const keptBatches = 16;
/** How long a browser waits before it connects again, in ms. */
const retryMs = 1000;

interface Batch {
  /** The id of its last event. */
  readonly id: number;
  readonly bytes: Uint8Array;
}

export class EventFeed {
  readonly #setting: FeedSetting;
  readonly #lines: EventLines;
  readonly #pace: Pace;
  readonly #endFollowing: () => void;
  readonly #batches = new Map<number, Batch>();
  /** The latest event that may be sent. It is the same for all watchers, so that they can share batches. */
  #published = 0;
  #ended = false;

  constructor(setting: FeedSetting) {
    const { recording, clock } = setting;
    this.#setting = setting;
    this.#lines = new EventLines(recording);
    this.#pace = new Pace({ clock, pauseMs, silenceMs, onStep: () => this.#publish() });
    this.#publish();
    this.#endFollowing = recording.onAdded(() => this.#pace.happened());
  }

  /** Sends all recorded events; then every stream ends. */
  end(): void {
    this.#ended = true;
    this.#endFollowing();
    this.#pace.stepNow();
  }

  #publish(): void {
    this.#published = this.#setting.recording.entries.at(-1)?.id ?? 0;
  }

  /** @param lastEventId the last event that the browser received: `<epoch>-<id>` */
  async *stream(lastEventId: string | undefined): AsyncGenerator<Uint8Array> {
    const { epoch, clock } = this.#setting;
    const [known, last] = lastEventId?.split("-") ?? [];
    const goesOn = known === epoch;
    yield bytesOf(`retry: ${retryMs}\nevent: clock\ndata: ${clock.now()}\n\n`);
    if (lastEventId !== undefined && !goesOn) yield bytesOf("event: reset\ndata:\n\n");
    let position = goesOn ? Number(last) || 0 : 0;
    for (;;) {
      const next = this.#after(position);
      if (next !== null) {
        position = next.id;
        yield next.bytes;
      } else if (this.#ended) {
        yield bytesOf("event: end\ndata:\n\n");
        return;
      } else if (!(await this.#pace.next())) yield bytesOf(": \n\n");
    }
  }

  /** Watchers at the same position get the same bytes, which are made once. */
  #after(position: number): Batch | null {
    const known = this.#batches.get(position);
    if (known !== undefined) return known;
    const batch = this.#batchAfter(position);
    if (batch === null) return null;
    this.#batches.set(position, batch);
    const [oldest] = this.#batches.keys();
    if (this.#batches.size > keptBatches && oldest !== undefined) this.#batches.delete(oldest);
    return batch;
  }

  #batchAfter(position: number): Batch | null {
    const { ids, lines } = this.#lines.between(position, this.#published, maxAtOnce);
    const last = ids.at(-1);
    if (last === undefined) return null;
    const data = lines.map((line) => `data: ${line}\n`).join("");
    return { id: last, bytes: bytesOf(`id: ${this.#setting.epoch}-${last}\n${data}\n`) };
  }
}

const encoder = new TextEncoder();

function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

export interface Lines {
  readonly ids: readonly number[];
  readonly lines: readonly string[];
}

export class EventLines {
  readonly #recording: Recording;
  readonly #converter = new Converter();
  readonly #lines = new Map<number, string>();
  /** The id of the latest event that has a line. */
  #converted = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** The lines of the events after one id until another, at most `most` of them. */
  between(after: number, until: number, most: number): Lines {
    const { entries } = this.#recording;
    const first = entries.findLastIndex(({ id }) => id <= after) + 1;
    const ids = entries
      .slice(first, first + most)
      .map(({ id }) => id)
      .filter((id) => id <= until);
    this.#convertUntil(ids.at(-1) ?? 0);
    return { ids, lines: ids.map((id) => this.#lines.get(id) ?? "") };
  }

  /** Converts in order, because the converter collects the tokens to redact from earlier events. */
  #convertUntil(id: number): void {
    if (id <= this.#converted) return;
    const { entries } = this.#recording;
    const first = entries.findLastIndex((entry) => entry.id <= this.#converted) + 1;
    for (const entry of entries.slice(first)) {
      if (entry.id > id) break;
      this.#lines.set(entry.id, JSON.stringify(this.#converter.convert(entry.recorded)));
      this.#converted = entry.id;
    }
    if (this.#lines.size > entries.length * 2) this.#deleteDropped(new Set(entries.map((entry) => entry.id)));
  }

  /** Deletes the lines of messages that the recording has dropped. */
  #deleteDropped(kept: ReadonlySet<number>): void {
    for (const id of this.#lines.keys()) if (!kept.has(id)) this.#lines.delete(id);
  }
}
