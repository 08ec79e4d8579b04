/** A store in memory, for simulations, tests and short leagues. */
import { machines, protocol } from "@league-v2/contract";
import { sameSecret } from "../../domain/tokens.js";
import type { Round } from "./schedule.js";
import { count, emptyTally, type Tally } from "./standings.js";
import {
  type Draw,
  type LeagueState,
  type LeaseOutcome,
  type LeaseTerms,
  type MatchLeaseTerms,
  type Member,
  type RecordedResult,
  type Recording,
  type Store,
  sameResult,
  type Verdict,
} from "./store.js";

/** A store in memory: its data ends with the process. */
export class MemoryStore implements Store {
  #state: LeagueState = "WAITING_FOR_REGISTRATIONS";
  #rounds: readonly Round[] = [];
  #completedRound: number | null = null;
  readonly #members = new Map<string, Member>();
  readonly #tokens = new Map<string, readonly string[]>();
  readonly #tallies = new Map<string, Tally>();
  readonly #results = new Map<string, RecordedResult>();
  readonly #acknowledged = new Map<string, Set<string>>();
  readonly #listeners = new Set<(match_id: string) => void>();
  readonly #matchLeases = new MemoryMatchLeases();
  readonly #leases = new Leases();

  async state(): Promise<LeagueState> {
    return this.#state;
  }

  async moveTo(state: LeagueState): Promise<void> {
    const { states } = machines.league;
    if (states.indexOf(state) > states.indexOf(this.#state)) this.#state = state;
  }

  async admit<Refusal>(
    decide: (members: readonly Member[], state: LeagueState) => Verdict<Refusal>,
  ): Promise<{ readonly member: Member } | { readonly refusal: Refusal }> {
    const decision = decide([...this.#members.values()], this.#state);
    if ("refusal" in decision) return decision;
    const { member, token } = decision;
    this.#members.set(member.id, member);
    this.#tokens.set(member.id, [token]);
    if (member.role === "player") this.#tallies.set(member.id, emptyTally(member.id, member.display_name));
    return { member };
  }

  async addToken(id: string, token: string): Promise<void> {
    const known = this.#tokens.get(id);
    if (known !== undefined) this.#tokens.set(id, [...known, token].slice(-protocol.tokens.valid));
  }

  async member(id: string): Promise<Member | null> {
    return this.#members.get(id) ?? null;
  }

  async members(role: Member["role"]): Promise<readonly Member[]> {
    return [...this.#members.values()].filter((member) => member.role === role);
  }

  async holdsToken(id: string, token: string): Promise<boolean> {
    // All are compared, so that the time does not depend on which one matches.
    const matches = (this.#tokens.get(id) ?? []).map((own) => sameSecret(token, own));
    return matches.includes(true);
  }

  async begin<Refusal>(
    draw: (members: readonly Member[]) => Draw<Refusal>,
  ): Promise<{ readonly rounds: readonly Round[]; readonly begun: boolean } | { readonly refusal: Refusal }> {
    if (this.#state !== "WAITING_FOR_REGISTRATIONS") return { rounds: this.#rounds, begun: false };
    const drawn = draw([...this.#members.values()]);
    if ("refusal" in drawn) return drawn;
    this.#rounds = drawn.rounds;
    this.#state = "RUNNING_LEAGUE";
    return { rounds: drawn.rounds, begun: true };
  }

  async schedule(): Promise<readonly Round[]> {
    return this.#rounds;
  }

  async completedRound(): Promise<number | null> {
    return this.#completedRound;
  }

  async completeRound(round_id: number): Promise<void> {
    this.#completedRound = Math.max(round_id, this.#completedRound ?? round_id);
  }

  async leaseMatch(match_id: string, referee_id: string, terms: MatchLeaseTerms): Promise<LeaseOutcome> {
    if (this.#results.has(match_id)) return { kind: "settled" };
    return this.#matchLeases.leaseMatch(match_id, referee_id, terms);
  }

  async giveBack(match_id: string, referee_id: string): Promise<void> {
    this.#matchLeases.giveBack(match_id, referee_id);
  }

  async isAssigned(match_id: string, referee_id: string): Promise<boolean> {
    return this.#matchLeases.isAssigned(match_id, referee_id);
  }

  async record(result: RecordedResult): Promise<Recording> {
    const { match_id, winner, score } = result;
    const known = this.#results.get(match_id);
    if (known) return sameResult(known, result) ? "repeated" : "conflicting";
    this.#results.set(match_id, result);
    this.#matchLeases.end(match_id);
    const points = new Map(Object.entries(score));
    for (const id of points.keys()) {
      const tally = this.#tallies.get(id);
      if (tally) this.#tallies.set(id, count(tally, { winner, points }));
    }
    for (const listener of [...this.#listeners]) listener(match_id);
    return "recorded";
  }

  async result(match_id: string): Promise<RecordedResult | null> {
    return this.#results.get(match_id) ?? null;
  }

  async tallies(): Promise<readonly Tally[]> {
    return [...this.#tallies.values()];
  }

  async acknowledged(announcement: string): Promise<ReadonlySet<string>> {
    return new Set(this.#acknowledged.get(announcement));
  }

  async acknowledge(announcement: string, member_ids: readonly string[]): Promise<void> {
    const known = this.#acknowledged.get(announcement) ?? new Set();
    this.#acknowledged.set(announcement, known);
    for (const id of member_ids) known.add(id);
  }

  async lease(name: string, owner: string, terms: LeaseTerms): Promise<boolean> {
    return this.#leases.take(name, owner, terms);
  }

  async release(name: string, owner: string): Promise<void> {
    this.#leases.release(name, owner);
  }

  onRecorded(listener: (match_id: string) => void): () => void {
    const own = (match_id: string) => listener(match_id);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async close(): Promise<void> {}
}

/** Matches that are leased to referees. */
class MemoryMatchLeases {
  readonly #open = new Map<string, { readonly referee_id: string; readonly until: number }>();
  /** By referee, so that a referee's leases are found without those of the others. */
  readonly #held = new Map<string, Set<string>>();
  readonly #entitled = new Map<string, Set<string>>();

  leaseMatch(match_id: string, referee_id: string, { capacity, now, until }: MatchLeaseTerms): LeaseOutcome {
    const lease = this.#open.get(match_id);
    if (lease !== undefined && now < lease.until) return { kind: "taken", ...lease };
    const ends = this.#endsOf(referee_id, now);
    if (ends.length >= capacity) return { kind: "full", until: Math.min(...ends) };
    this.end(match_id);
    this.#open.set(match_id, { referee_id, until });
    setIn(this.#held, referee_id).add(match_id);
    setIn(this.#entitled, match_id).add(referee_id);
    return { kind: "leased" };
  }

  giveBack(match_id: string, referee_id: string): void {
    if (this.#open.get(match_id)?.referee_id === referee_id) this.end(match_id);
  }

  end(match_id: string): void {
    const lease = this.#open.get(match_id);
    if (lease === undefined) return;
    this.#open.delete(match_id);
    this.#held.get(lease.referee_id)?.delete(match_id);
  }

  isAssigned(match_id: string, referee_id: string): boolean {
    return this.#entitled.get(match_id)?.has(referee_id) ?? false;
  }

  /** The end times of a referee's current leases. */
  #endsOf(referee_id: string, now: number): number[] {
    return [...(this.#held.get(referee_id) ?? [])].flatMap((match_id) => {
      const until = this.#open.get(match_id)?.until ?? 0;
      return now < until ? [until] : [];
    });
  }
}

/** Leases by name. */
class Leases {
  readonly #leases = new Map<string, { readonly owner: string; readonly until: number }>();

  take(name: string, owner: string, { now, until }: LeaseTerms): boolean {
    const lease = this.#leases.get(name);
    if (lease !== undefined && lease.owner !== owner && now < lease.until) return false;
    this.#leases.set(name, { owner, until });
    return true;
  }

  release(name: string, owner: string): void {
    if (this.#leases.get(name)?.owner === owner) this.#leases.delete(name);
  }
}

function setIn(sets: Map<string, Set<string>>, key: string): Set<string> {
  const known = sets.get(key) ?? new Set<string>();
  sets.set(key, known);
  return known;
}
