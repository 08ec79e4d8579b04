/** One match over time. */
import type { Pairing, RecordedResult } from "@league-v2/sdk/store";
import type { MatchView } from "./view.js";

export class MatchHistory {
  /** The view before the first event. */
  readonly scheduled: MatchView;
  readonly #starts: { readonly at: number; readonly referee_id: string }[] = [];
  #result: { readonly at: number; readonly value: RecordedResult } | null = null;
  #final: MatchView | null = null;

  constructor({ match_id, round_id, player_A_id, player_B_id, referee_id }: Pairing) {
    this.scheduled = {
      match_id,
      round_id,
      player_A_id,
      player_B_id,
      referee_id,
      state: "SCHEDULED",
      started_at: null,
      finished_at: null,
      starts: 0,
      result: null,
    };
  }

  start(at: number, referee_id: string): void {
    this.#starts.push({ at, referee_id });
  }

  /** Only the first result counts. @returns whether this is the first one */
  finish(at: number, value: RecordedResult): boolean {
    if (this.#result !== null) return false;
    this.#result = { at, value };
    return true;
  }

  /** Returns the same object for all moments before the match, and for all after its last event, as for most matches. */
  at(t: number): MatchView {
    const end = this.#result?.at ?? Number.POSITIVE_INFINITY;
    if (t < Math.min(this.#starts[0]?.at ?? end, end)) return this.scheduled;
    if (t < Math.max(this.#starts.at(-1)?.at ?? end, end)) return this.#view(t);
    this.#final ??= this.#view(t);
    return this.#final;
  }

  #view(t: number): MatchView {
    const begun = this.#starts.filter(({ at }) => at <= t);
    const over = this.#result !== null && this.#result.at <= t ? this.#result : null;
    return {
      ...this.scheduled,
      referee_id: over?.value.referee_id ?? begun.at(-1)?.referee_id ?? this.scheduled.referee_id,
      state: over === null ? "RUNNING" : "FINISHED",
      started_at: begun[0]?.at ?? null,
      finished_at: over?.at ?? null,
      starts: begun.length,
      result: over?.value ?? null,
    };
  }
}
