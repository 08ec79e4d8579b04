/** All events of a recording, in order and by what they are about, so that the view of any moment takes milliseconds. */
import type { Pairing, RecordedResult, Round } from "@league-v2/sdk/store";
import type { AgentCard, LeagueOpened, MessageAnswered, MessageSent, ViewerEvent } from "./events.js";
import { exchangesOf, managerId, Parties } from "./exchanges.js";
import { compareIds } from "./order.js";
import { Points, Table, type TimedResult } from "./table.js";
import type { Exchange, MatchView } from "./view.js";

export interface RoundHistory {
  readonly round_id: number;
  readonly matches: readonly MatchHistory[];
  /** Null for a round that is not played yet. */
  announced_at: number | null;
  completed_at: number | null;
}

export class Timeline {
  head: (LeagueOpened & { readonly at: number }) | null = null;
  /** The time of the schedule; null before. */
  started_at: number | null = null;
  completed: { readonly at: number; readonly champion_id: string } | null = null;
  readonly members: { readonly at: number; readonly card: AgentCard }[] = [];
  readonly rounds: RoundHistory[] = [];
  /** In the order of the schedule. */
  readonly matches = new Map<string, MatchHistory>();
  /** In order of time. */
  readonly results: TimedResult[] = [];
  readonly table: Table;
  readonly points: Points;
  readonly exchanges: readonly Exchange[];
  readonly parties = new Parties();
  readonly #names = new Map<string, string>();
  readonly #sent: (MessageSent & { readonly at: number })[] = [];
  readonly #answers = new Map<number, MessageAnswered & { readonly at: number }>();
  /** The moments at which something happened, ascending, each once. */
  readonly moments: readonly number[];

  constructor(events: readonly ViewerEvent[]) {
    // A tap adds an exchange when it is over, with the moments of its request and its answer.
    const ordered = events.toSorted((a, b) => a.at - b.at);
    for (const event of ordered) this.#take(event);
    this.exchanges = exchangesOf(this.#sent, this.#answers, this.parties);
    this.table = new Table(this.playerCards, this.results);
    this.points = new Points(this.results);
    this.moments = [...new Set(ordered.map(({ at }) => at))];
  }

  #take(event: ViewerEvent): void {
    switch (event.type) {
      case "league_opened":
        this.head ??= event;
        this.parties.open(event);
        return;
      case "member_registered":
        this.#admit(event.at, event.member);
        return;
      case "league_started":
      case "league_resumed":
        for (const member of event.members) this.#admit(event.at, member);
        this.#plan(event.at, event.rounds, event.completed_round);
        return;
      case "round_announced":
        this.#mark(event.round_id, "announced_at", event.at);
        return;
      case "round_completed":
        this.#mark(event.round_id, "completed_at", event.at);
        return;
      case "match_started":
        this.matches.get(event.match_id)?.start(event.at, event.referee_id);
        return;
      case "result_recorded":
        this.#record(event.at, event.result);
        return;
      case "league_completed":
        this.completed ??= event;
        return;
      case "message_sent":
        this.#sent.push(event);
        return;
      case "message_answered":
        if (!this.#answers.has(event.exchange)) this.#answers.set(event.exchange, event);
        return;
    }
  }

  #admit(at: number, card: AgentCard): void {
    if (this.#names.has(card.id)) return;
    this.#names.set(card.id, card.display_name);
    this.parties.add(card);
    this.members.push({ at, card });
  }

  #plan(at: number, rounds: readonly Round[], completed: number | null): void {
    if (this.started_at !== null) return;
    this.started_at = at;
    for (const { round_id, matches } of rounds) {
      const histories = matches.map((match) => new MatchHistory(match));
      for (const match of histories) this.matches.set(match.scheduled.match_id, match);
      const past = round_id <= (completed ?? 0) ? at : null;
      this.rounds.push({ round_id, matches: histories, announced_at: past, completed_at: past });
    }
  }

  #mark(round_id: number, when: "announced_at" | "completed_at", at: number): void {
    const round = this.rounds.find((one) => one.round_id === round_id);
    if (round !== undefined) round[when] ??= at;
  }

  #record(at: number, value: RecordedResult): void {
    if (this.matches.get(value.match_id)?.finish(at, value)) this.results.push({ at, value });
  }

  /** First and last moment of the recording; the same twice for an empty one. */
  get span(): readonly [number, number] {
    return [this.moments[0] ?? 0, this.moments.at(-1) ?? 0];
  }

  /** Whether the recording is from a tap, which has only messages and no schedule or standings. */
  get isTap(): boolean {
    return this.head?.managers.length === 0;
  }

  /** The exchanges of one match. */
  exchangesIn(match_id: string): Exchange[] {
    return this.exchanges.filter(({ sent }) => sent.match_id === match_id);
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? (id === managerId ? "League manager" : id);
  }

  /** Players by id. */
  get playerCards(): readonly AgentCard[] {
    return this.members
      .map(({ card }) => card)
      .filter(({ role }) => role === "player")
      .toSorted((a, b) => compareIds(a.id, b.id));
  }
}

/** One match over time. */
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
