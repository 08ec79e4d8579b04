/** One match over time. */
import type { RecordedResult } from "@league-v2/sdk/store";
import type { MatchView, RoundView } from "./view.js";

export interface ScheduledMatch {
  readonly match_id: string;
  readonly round_id: number;
  readonly player_A_id: string;
  readonly player_B_id: string;
  readonly referee_id: string;
}

export class MatchHistory {
  /** The view before the first event. */
  readonly scheduled: MatchView;
  readonly #starts: { readonly at: number; readonly referee_id: string }[] = [];
  #result: { readonly at: number; readonly value: RecordedResult } | null = null;
  #final: MatchView | null = null;

  constructor({ match_id, round_id, player_A_id, player_B_id, referee_id }: ScheduledMatch) {
    this.scheduled = {
      ...{ match_id, round_id, player_A_id, player_B_id, referee_id },
      ...{ state: "SCHEDULED", started_at: null, finished_at: null, starts: 0, result: null },
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

/** The matches of a round at one moment. */
export interface RoundMatches {
  readonly round_id: number;
  readonly matches: readonly MatchView[];
  readonly finished: number;
  readonly technical: number;
}

export class RoundHistory {
  readonly round_id: number;
  readonly match_ids: readonly string[];
  announced_at: number | null;
  completed_at: number | null;
  readonly #matches: readonly MatchHistory[];

  /** @param past the time at which it was announced and completed; null for a round that is not played yet */
  constructor(round_id: number, matches: ReadonlyMap<string, MatchHistory>, past: number | null) {
    this.round_id = round_id;
    this.match_ids = [...matches.keys()];
    this.#matches = [...matches.values()];
    this.announced_at = past;
    this.completed_at = past;
  }

  stateAt(t: number): RoundView["state"] {
    if (this.completed_at !== null && this.completed_at <= t) return "FINISHED";
    return this.announced_at !== null && this.announced_at <= t ? "RUNNING" : "SCHEDULED";
  }

  at(t: number): RoundMatches {
    const matches = this.#matches.map((match) => match.at(t));
    return {
      round_id: this.round_id,
      matches,
      finished: matches.filter(({ state }) => state === "FINISHED").length,
      technical: matches.filter(({ result }) => result?.status === "TECHNICAL_LOSS").length,
    };
  }
}
