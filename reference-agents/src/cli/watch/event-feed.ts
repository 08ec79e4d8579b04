/** The events of a recording as server-sent events: each watcher reads at its own pace, and loses nothing by reconnecting. */
import type { Clock } from "@league-v2/sdk";
import { Converter } from "@league-v2/viewer";
import type { Recording } from "@league-v2/viewer/record";

export interface FeedSetting {
  readonly recording: Recording;
  readonly clock: Clock;
  /** Of this process: ids of another one mean nothing here. */
  readonly epoch: string;
}

/** Events that come close together are sent together, in ms. */
const pauseMs = 250;
/** A comment now and then shows that a quiet watcher has gone, in ms. */
const silenceMs = 15_000;
const mostAtOnce = 2000;
const keptBatches = 16;
/** How long a browser waits before it connects again, in ms. */
const retryMs = 1000;

interface Batch {
  /** Of its last event. */
  readonly id: number;
  readonly text: string;
}

export class EventFeed {
  readonly #setting: FeedSetting;
  readonly #converter = new Converter();
  /** Each event is converted once, for all watchers. */
  readonly #lines = new Map<number, string>();
  readonly #waiting = new Set<() => void>();
  readonly #endFollowing: () => void;
  readonly #batches = new Map<number, Batch>();
  #converted = 0;
  #ended = false;

  constructor(setting: FeedSetting) {
    this.#setting = setting;
    this.#endFollowing = setting.recording.onAdded(() => this.#wake());
  }

  /** What is recorded now is still sent; then every stream ends. */
  end(): void {
    this.#ended = true;
    this.#endFollowing();
    this.#wake();
  }

  /** @param lastEventId what the browser had last: `<epoch>-<id>` */
  async *stream(lastEventId: string | undefined): AsyncGenerator<string> {
    const { epoch, clock } = this.#setting;
    const [known, last] = lastEventId?.split("-") ?? [];
    const goesOn = known === epoch;
    yield `retry: ${retryMs}\nevent: clock\ndata: ${clock.now()}\n\n`;
    if (lastEventId !== undefined && !goesOn) yield "event: reset\ndata:\n\n";
    let position = goesOn ? Number(last) || 0 : 0;
    for (;;) {
      const next = this.#after(position);
      if (next !== null) {
        position = next.id;
        yield next.text;
        if (!this.#ended) await this.#wait(pauseMs);
      } else if (this.#ended) {
        yield "event: end\ndata:\n\n";
        return;
      } else if (!(await this.#changed())) yield ": \n\n";
    }
  }

  /** Watchers that have come as far get the same text, which is made once. */
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
    const { entries } = this.#setting.recording;
    const first = entries.findLastIndex(({ id }) => id <= position) + 1;
    const batch = entries.slice(first, first + mostAtOnce);
    const last = batch.at(-1);
    if (last === undefined) return null;
    this.#convertUntil(last.id);
    const data = batch.map(({ id }) => `data: ${this.#lines.get(id) ?? ""}\n`).join("");
    return { id: last.id, text: `id: ${this.#setting.epoch}-${last.id}\n${data}\n` };
  }

  /** In order, because tokens are learned on the way. */
  #convertUntil(id: number): void {
    if (id <= this.#converted) return;
    const { entries } = this.#setting.recording;
    const first = entries.findLastIndex((entry) => entry.id <= this.#converted) + 1;
    for (const entry of entries.slice(first)) {
      if (entry.id > id) break;
      this.#lines.set(entry.id, JSON.stringify(this.#converter.convert(entry.recorded)));
      this.#converted = entry.id;
    }
    if (this.#lines.size > entries.length * 2) this.#forget(new Set(entries.map((entry) => entry.id)));
  }

  /** Lines of messages that the recording has dropped. */
  #forget(kept: ReadonlySet<number>): void {
    for (const id of this.#lines.keys()) if (!kept.has(id)) this.#lines.delete(id);
  }

  /** False when nothing has happened for a while. */
  #changed(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = this.#setting.clock.after(silenceMs, () => settle(false));
      const wake = () => settle(true);
      const settle = (changed: boolean) => {
        timer.cancel();
        this.#waiting.delete(wake);
        resolve(changed);
      };
      this.#waiting.add(wake);
    });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#setting.clock.after(ms, resolve));
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
