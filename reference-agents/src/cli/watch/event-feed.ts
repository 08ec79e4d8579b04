/** The events of a recording as server-sent events. A watcher may read slowly, and loses no event by reconnecting. */
import type { Clock, Timer } from "@league-v2/sdk";
import { Converter } from "@league-v2/viewer";
import type { Recording } from "@league-v2/viewer/record";

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
/** How long a browser waits before it connects again, in ms. */
const retryMs = 1000;

export class EventFeed {
  readonly #setting: FeedSetting;
  readonly #lines: EventLines;
  readonly #waiting = new Set<() => void>();
  #ended = false;

  constructor(setting: FeedSetting) {
    this.#setting = setting;
    this.#lines = new EventLines(setting.recording);
  }

  /** Sends all recorded events; then every stream ends. */
  end(): void {
    this.#ended = true;
    for (const wake of [...this.#waiting]) wake();
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
      const { lines, id } = this.#lines.after(position, maxAtOnce);
      if (lines.length > 0) {
        position = id;
        yield bytesOf(`id: ${epoch}-${id}\n${lines.map((line) => `data: ${line}\n`).join("")}\n`);
      } else if (this.#ended) {
        yield bytesOf("event: end\ndata:\n\n");
        return;
      } else if (!(await this.#next())) yield bytesOf(": \n\n");
    }
  }

  /** True some time after the next event, so that those close to it are sent with it, or at the end; false after a silence. */
  #next(): Promise<boolean> {
    const { clock, recording } = this.#setting;
    return new Promise((resolve) => {
      let pause: Timer | undefined;
      const settle = (isNews: boolean) => {
        pause?.cancel();
        silence.cancel();
        stopListening();
        this.#waiting.delete(wake);
        resolve(isNews);
      };
      const wake = () => settle(true);
      const silence = clock.after(silenceMs, () => settle(false));
      const stopListening = recording.onAdded(() => {
        pause ??= clock.after(pauseMs, wake);
      });
      this.#waiting.add(wake);
    });
  }
}

const encoder = new TextEncoder();

function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

class EventLines {
  readonly #recording: Recording;
  readonly #converter = new Converter();
  readonly #lines = new Map<number, string>();
  /** The id of the latest event that has a line. */
  #converted = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** The lines of at most `most` events after one id, and the id of the last of them. */
  after(position: number, most: number): { readonly lines: readonly string[]; readonly id: number } {
    const { entries } = this.#recording;
    const first = entries.findLastIndex(({ id }) => id <= position) + 1;
    const ids = entries.slice(first, first + most).map(({ id }) => id);
    const id = ids.at(-1) ?? position;
    this.#convertUntil(id);
    return { lines: ids.map((one) => this.#lines.get(one) ?? ""), id };
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
