/** One round over time. */
import type { MatchHistory } from "./match-history.js";
import type { MatchView, RoundView } from "./view.js";

/** The matches of a round at one moment. */
export interface RoundMatches {
  readonly round_id: number;
  readonly matches: readonly MatchView[];
  readonly finished: number;
  readonly technical: number;
}

interface Bounds {
  /** The first event of its matches. */
  readonly begins: number;
  /** The last one. */
  readonly settles: number;
}

export class RoundHistory {
  readonly round_id: number;
  readonly match_ids: readonly string[];
  announced_at: number | null;
  completed_at: number | null;
  readonly #matches: readonly MatchHistory[];
  readonly #kept: { before?: RoundMatches; after?: RoundMatches } = {};
  #span: Bounds | null = null;

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

  /** Returns the same object for all moments before its first match, and for all after its last event. Requires all events. */
  at(t: number): RoundMatches {
    const { begins, settles } = this.#bounds();
    if (t >= begins && t < settles) return this.#view(t);
    const when = t < begins ? "before" : "after";
    this.#kept[when] ??= this.#view(t);
    return this.#kept[when];
  }

  #bounds(): Bounds {
    const matches = this.#matches;
    this.#span ??= {
      begins: Math.min(...matches.map(({ begins }) => begins)),
      settles: Math.max(...matches.map(({ settles }) => settles)),
    };
    return this.#span;
  }

  #view(t: number): RoundMatches {
    const matches = this.#matches.map((match) => match.at(t));
    return {
      round_id: this.round_id,
      matches,
      finished: matches.filter(({ state }) => state === "FINISHED").length,
      technical: matches.filter(({ result }) => result?.status === "TECHNICAL_LOSS").length,
    };
  }
}
