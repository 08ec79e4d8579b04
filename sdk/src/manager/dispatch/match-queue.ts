/** The queue of matches that wait for a referee: in this process, or shared by several managers. */
import { protocol } from "@league-v2/contract";
import { type Clock, sleep } from "../../platform/clock.js";
import { describeError, type LogEntry } from "../../platform/log.js";

/** The matches that wait for a referee: in this process, or shared by several managers. */
export interface MatchQueue {
  /** Adds matches to be played. A match that is already waiting or running is not added again. */
  put(match_ids: readonly string[]): Promise<void>;
  /**
   * Serves the queue until the returned function is called: `play` is called for each match at least once, on any of
   * the serving managers, concurrently. It resolves when the match has a result; if it rejects, or its process
   * crashes, the match is retried. The returned function resolves when no match is running here.
   */
  serve(play: (match_id: string) => Promise<void>): () => Promise<void>;
}

export interface LocalQueueSetting {
  readonly clock: Clock;
  /** Aborted when the manager is closed: then failed matches are not retried. */
  readonly signal: AbortSignal;
  readonly log: (entry: LogEntry) => void;
}

/** The queue of a manager that runs its league alone: each added match starts at once. */
export class LocalQueue implements MatchQueue {
  readonly #setting: LocalQueueSetting;
  readonly #underWay = new Map<string, Promise<void>>();
  #play: ((match_id: string) => Promise<void>) | undefined;

  constructor(setting: LocalQueueSetting) {
    this.#setting = setting;
  }

  async put(match_ids: readonly string[]): Promise<void> {
    for (const match_id of match_ids) {
      if (this.#underWay.has(match_id)) continue;
      const over = this.#run(match_id).finally(() => this.#underWay.delete(match_id));
      this.#underWay.set(match_id, over);
    }
  }

  serve(play: (match_id: string) => Promise<void>): () => Promise<void> {
    this.#play = play;
    return async () => {
      this.#play = undefined;
      await Promise.all(this.#underWay.values());
    };
  }

  /** Never rejects: a store that fails now may work again later. */
  async #run(match_id: string): Promise<void> {
    const { clock, signal, log } = this.#setting;
    while (!signal.aborted) {
      try {
        return await this.#play?.(match_id);
      } catch (error) {
        if (signal.aborted) return;
        log({ level: "error", message: `this match is retried: ${describeError(error)}`, match_id });
      }
      await sleep(clock, protocol.retries.pauseMs, signal).catch(() => {});
    }
  }
}
