/** The events of a recording as lines of JSON, each made once. */
import { Converter } from "@league-v2/viewer";
import type { Recording } from "@league-v2/viewer/record";

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
