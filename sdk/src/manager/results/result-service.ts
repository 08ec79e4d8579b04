/** Records results in the store, and reports those that count (IS 2.2.6). */
import type { RecordedResult, Recording, Store } from "../store/store.js";

export interface ResultServiceSetting {
  readonly store: Store;
  /** Resolves when the listeners of the events know the state of the league. */
  readonly introduced: () => Promise<void>;
  readonly onRecorded: (result: RecordedResult) => void;
}

export class ResultService {
  readonly #setting: ResultServiceSetting;
  #reported: Promise<void> = Promise.resolve();

  constructor(setting: ResultServiceSetting) {
    this.#setting = setting;
  }

  /** Resolves when the result is durable. */
  record(result: RecordedResult): Promise<Recording> {
    const recording = this.#record(result);
    this.#reported = Promise.allSettled([this.#reported, recording]).then(() => {});
    return recording;
  }

  /** Resolves when all results received so far are reported: another manager, or the store, may have them earlier. */
  idle(): Promise<void> {
    return this.#reported;
  }

  async #record(result: RecordedResult): Promise<Recording> {
    const { store, introduced, onRecorded } = this.#setting;
    await introduced();
    const outcome = await store.record(result);
    if (outcome === "recorded") onRecorded(result);
    return outcome;
  }
}
