/**
 * Where the league manager keeps its truth: one league, from an empty store to its champion. Every operation is atomic,
 * also among several managers on one store. A result is durable when `record` resolves; the rest survives the end of
 * the process, and each operation states what a power failure may lose.
 *
 * Times are milliseconds of the managers' clock (Unix epoch), given by the caller: a store reads no clock.
 */
import type { Round } from "./schedule.js";
import type { Tally } from "./standings.js";

export type LeagueState = "WAITING_FOR_REGISTRATIONS" | "RUNNING_LEAGUE" | "LEAGUE_COMPLETE";

/** A registered agent. Its token is known to the store only. */
export interface Member {
  readonly role: "player" | "referee";
  readonly id: string;
  readonly display_name: string;
  readonly version: string;
  readonly game_types: readonly string[];
  readonly endpoint: string;
  /** For referees: how many matches they run at once. */
  readonly max_concurrent_matches: number;
  /** The wire form in which it registered, and in which it is called as long as no other one is learned. */
  readonly wire: string;
  /**
   * The wire form that was learned from its answers: a name, or a whole profile as JSON. It decides how the agent is
   * called, and whether its messages may lack a token; never what else it may do.
   */
  readonly learned_wire?: string;
  /** Of its registration: the same one again is a repetition, not a second agent. Empty where its form has none. */
  readonly conversation_id: string;
}

/** The result of one match as the league counts it. */
export interface RecordedResult {
  readonly match_id: string;
  readonly round_id: number;
  /** The referee that reported it; null for a match that no referee could play. */
  readonly referee_id: string | null;
  readonly status: "WIN" | "DRAW" | "TECHNICAL_LOSS";
  readonly winner: string | null;
  /** Points by player id, both players of the match. */
  readonly score: Readonly<Record<string, number>>;
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, string | null>>;
}

/** The outcome of a decision about an applicant: a new member with its first token, or a refusal of any kind. */
export type Verdict<Refusal> =
  | { readonly member: Member; readonly token: string }
  | { readonly refusal: Refusal };

/** The outcome of the start of the league: its calendar, or a refusal of any kind. */
export type Draw<Refusal> = { readonly rounds: readonly Round[] } | { readonly refusal: Refusal };

export interface MatchLeaseTerms {
  /** How many matches the referee may have leased at once, at least 1. */
  readonly capacity: number;
  readonly now: number;
  /** When the lease runs out by itself; a lease counts while `now < until`. */
  readonly until: number;
}

/**
 * The outcome of an attempt to lease a match:
 * - `leased`: it is leased now, to this referee
 * - `settled`: it has a result
 * - `taken`: it is leased already, to `referee_id` (which may be the same one), until then
 * - `full`: the referee has as many matches leased as it may; the first of these leases runs out then
 */
export type LeaseOutcome =
  | { readonly kind: "leased" }
  | { readonly kind: "settled" }
  | { readonly kind: "taken"; readonly referee_id: string; readonly until: number }
  | { readonly kind: "full"; readonly until: number };

export type Recording = "recorded" | "repeated" | "conflicting";

export interface LeaseTerms {
  readonly now: number;
  /** When the lease runs out by itself; it counts while `now < until`. */
  readonly until: number;
}

export interface Store {
  state(): Promise<LeagueState>;
  /** Moves on to a later state; where the league is there or beyond already, nothing changes. */
  moveTo(state: LeagueState): Promise<void>;

  /**
   * Adds a member, decided on the members and the state of this very moment: no two calls see the same ones.
   * `decide` is pure, and may be called again when the store had to start over; the last call counts. It gives the new
   * member, whose id is not taken, or a refusal, which comes back unchanged. Members come in order of registration.
   */
  admit<Refusal>(
    decide: (members: readonly Member[], state: LeagueState) => Verdict<Refusal>,
  ): Promise<{ readonly member: Member } | { readonly refusal: Refusal }>;
  /**
   * One more token of a member, for a repeated registration whose first answer may have been lost. The latest
   * `protocol.tokens.valid` tokens of a member are good. Nothing happens for an unknown id.
   */
  addToken(id: string, token: string): Promise<void>;
  /** The member is called in this wire form from now on. Nothing happens for an unknown id. It may be lost with the power. */
  learnWire(id: string, wire: string): Promise<void>;
  member(id: string): Promise<Member | null>;
  /** In order of registration. */
  members(role: Member["role"]): Promise<readonly Member[]>;
  /** Compared in constant time. What is kept beyond the process are hashes only. */
  holdsToken(id: string, token: string): Promise<boolean>;

  /**
   * Closes the registration and begins the league, in one step: in WAITING_FOR_REGISTRATIONS the schedule that `draw`
   * makes of the members of this very moment (in order of registration) is saved, and the state is RUNNING_LEAGUE.
   * `draw` is pure, as `decide` in `admit`; after its refusal nothing has changed. A league that has begun keeps its
   * schedule: `draw` is not called, and `begun` is false.
   */
  begin<Refusal>(
    draw: (members: readonly Member[]) => Draw<Refusal>,
  ): Promise<{ readonly rounds: readonly Round[]; readonly begun: boolean } | { readonly refusal: Refusal }>;
  /** Empty before the league has begun; unchanged afterwards. */
  schedule(): Promise<readonly Round[]>;
  /** The latest round whose matches are all played; null before the first is complete. */
  completedRound(): Promise<number | null>;
  /** Every match of this round has a result. A round earlier than `completedRound` changes nothing. */
  completeRound(round_id: number): Promise<void>;

  /**
   * Leases a match to a referee. Every referee that a match was ever leased to stays entitled to report it (`isAssigned`).
   * Leases that have run out do not count. A lease may be lost with the power.
   */
  leaseMatch(match_id: string, referee_id: string, terms: MatchLeaseTerms): Promise<LeaseOutcome>;
  /** Ends the lease of this match if this referee has it; the referee stays entitled. A recorded result ends it by itself. */
  giveBack(match_id: string, referee_id: string): Promise<void>;
  isAssigned(match_id: string, referee_id: string): Promise<boolean>;

  /**
   * Counts a result once: `repeated` for an equal one that is there already (`sameResult`), `conflicting` for another
   * one. Durable when it resolves, the lease ended and both players' tallies with it; the tallies are kept with each
   * result (`count`), never summed up again.
   */
  record(result: RecordedResult): Promise<Recording>;
  result(match_id: string): Promise<RecordedResult | null>;
  /** The sums of all recorded results, a row for each player in order of registration. */
  tallies(): Promise<readonly Tally[]>;

  /**
   * The members that have acknowledged an announcement (`round-3`, `standings-3`, `round-3-completed`, `league-completed`): no agent gets
   * it a second time, also after a crash. It may be lost in a power failure.
   */
  acknowledged(announcement: string): Promise<ReadonlySet<string>>;
  /** Adds to those who have acknowledged (any names, not members only); who is among them already stays so. */
  acknowledge(announcement: string, member_ids: readonly string[]): Promise<void>;

  /**
   * Takes or prolongs a lease by name (`season`: who leads it). False while another owner's has not run out; nothing
   * has changed then. It may be lost with the power.
   */
  lease(name: string, owner: string, terms: LeaseTerms): Promise<boolean>;
  /** Gives a lease up; nothing happens if the owner does not have it. */
  release(name: string, owner: string): Promise<void>;

  /**
   * Called for every recorded result, also of other processes on the same store. It may come late by
   * a poll, more than once for one match, and before `record` has resolved, never before the result can be read.
   * @returns the end of it
   */
  onRecorded(listener: (match_id: string) => void): () => void;

  /** Lets go of files and connections. The operations of a closed store reject. */
  close(): Promise<void>;
}
