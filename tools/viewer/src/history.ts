/** One match over time. */
import type { RecordedResult } from "@league-v2/sdk/store";
import { countUntil } from "./search.js";
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

  /** The moment of the first event. */
  get begins(): number {
    return Math.min(this.#starts[0]?.at ?? Number.POSITIVE_INFINITY, this.#end);
  }

  /** The moment after which the match does not change. */
  get settles(): number {
    return Math.max(this.#starts.at(-1)?.at ?? Number.NEGATIVE_INFINITY, this.#end);
  }

  get #end(): number {
    return this.#result?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the same object for all moments before the match, and for all after its last event, as for most matches. */
  at(t: number): MatchView {
    if (t < this.begins) return this.scheduled;
    if (t < this.settles) return this.#view(t);
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

/** Spans of time, with an index to find those that contain a moment. */
export interface Span {
  readonly begin: number;
  /** The first moment after it. */
  readonly end: number;
}

/** This many spans are checked for a moment, in addition to those that contain it. */
const spansPerCheckpoint = 64;

export class Spans {
  readonly #spans: readonly Span[];
  /** For each 64th span: the indexes of the spans before it that had not ended when the latest of them began. */
  readonly #checkpoints: (readonly number[])[] = [[]];

  /** @param spans in order of their beginnings */
  constructor(spans: readonly Span[]) {
    this.#spans = spans;
    let open: readonly number[] = [];
    for (let first = 0; first + spansPerCheckpoint <= spans.length; first += spansPerCheckpoint) {
      const next = first + spansPerCheckpoint;
      open = this.#holding(spans[next - 1]?.begin ?? 0, open, first, next);
      this.#checkpoints.push(open);
    }
  }

  /** The indexes of the spans that have begun by then and have not ended, ascending. */
  at(t: number): number[] {
    const begun = countUntil(this.#spans, t, ({ begin }) => begin);
    const checkpoint = Math.floor(begun / spansPerCheckpoint);
    return this.#holding(t, this.#checkpoints[checkpoint] ?? [], checkpoint * spansPerCheckpoint, begun);
  }

  /** The indexes of the spans in `some`, and from `first` to before `last`, that have not ended. */
  #holding(t: number, some: readonly number[], first: number, last: number): number[] {
    const goesOn = (index: number) => (this.#spans[index]?.end ?? t) > t;
    const found = some.filter(goesOn);
    for (let index = first; index < last; index++) if (goesOn(index)) found.push(index);
    return found;
  }
}
