/**
 * The data of a league manager: one league, from an empty store to its champion. Every operation is atomic,
 * also with several managers on one store. A result is durable before it can be read, and when `record` resolves; other
 * data survives the end of the process, and each operation states what a power failure may lose.
 *
 * Times are milliseconds of the managers' clock (Unix epoch), given by the caller: a store reads no clock.
 */
import type { Round } from "./schedule.js";
import type { Tally } from "./standings.js";

/** The state of a league, in this order. */
export type LeagueState = "WAITING_FOR_REGISTRATIONS" | "RUNNING_LEAGUE" | "LEAGUE_COMPLETE";

/** A registered agent. Its token is known to the store only. */
export interface Member {
  readonly role: "player" | "referee";
  readonly id: string;
  readonly display_name: string;
  readonly version: string;
  readonly game_types: readonly string[];
  readonly endpoint: string;
  /** For referees: the maximum number of concurrent matches. */
  readonly max_concurrent_matches: number;
  /** Of its registration: the same id again marks a repetition, not a second agent. Empty after `POST /register`. */
  readonly conversation_id: string;
}

/** The recorded result of one match. */
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

/** The terms of a match lease. */
export interface MatchLeaseTerms {
  /** The maximum number of matches that are leased to the referee, at least 1. */
  readonly capacity: number;
  readonly now: number;
  /** The end of the lease; it is valid while `now < until`. */
  readonly until: number;
}

/**
 * The outcome of an attempt to lease a match:
 * - `leased`: it is leased now, to this referee
 * - `settled`: it has a result
 * - `taken`: it is already leased, to `referee_id` (which may be the same one), until `until`
 * - `full`: the referee has as many matches leased as it may; the first of these leases ends at `until`
 */
export type LeaseOutcome =
  | { readonly kind: "leased" }
  | { readonly kind: "settled" }
  | { readonly kind: "taken"; readonly referee_id: string; readonly until: number }
  | { readonly kind: "full"; readonly until: number };

/** What `record` has found: a new result, an equal one, or another one. */
export type Recording = "recorded" | "repeated" | "conflicting";

/** The terms of a lease by name. */
export interface LeaseTerms {
  readonly now: number;
  /** The end of the lease; it is valid while `now < until`. */
  readonly until: number;
}

/** The data of one league. */
export interface Store {
  state(): Promise<LeagueState>;
  /** Changes to a later state; without effect if the league is already in that state or a later one. */
  moveTo(state: LeagueState): Promise<void>;

  /**
   * Adds a member by a decision on the current members and state: concurrent calls are serialized.
   * `decide` is pure, and may be called again if the store retries; the last call counts. It returns the new
   * member, whose id is not taken, or a refusal, which is returned unchanged. Members are in order of registration.
   */
  admit<Refusal>(
    decide: (members: readonly Member[], state: LeagueState) => Verdict<Refusal>,
  ): Promise<{ readonly member: Member } | { readonly refusal: Refusal }>;
  /**
   * One more token of a member, for a repeated registration whose first answer may have been lost. The latest
   * `protocol.tokens.valid` tokens of a member are valid. Without effect for an unknown id.
   */
  addToken(id: string, token: string): Promise<void>;
  member(id: string): Promise<Member | null>;
  /** In order of registration. */
  members(role: Member["role"]): Promise<readonly Member[]>;
  /** Compared in constant time. Durable stores contain hashes only. */
  holdsToken(id: string, token: string): Promise<boolean>;

  /**
   * Closes the registration and starts the league, in one step: in WAITING_FOR_REGISTRATIONS the schedule that `draw`
   * creates from the current members (in order of registration) is saved, and the state is RUNNING_LEAGUE.
   * `draw` is pure, as `decide` in `admit`; after its refusal nothing has changed. A started league keeps its
   * schedule: `draw` is not called, and `begun` is false.
   */
  begin<Refusal>(
    draw: (members: readonly Member[]) => Draw<Refusal>,
  ): Promise<{ readonly rounds: readonly Round[]; readonly begun: boolean } | { readonly refusal: Refusal }>;
  /** Empty before the start of the league; unchanged afterwards. */
  schedule(): Promise<readonly Round[]>;
  /** The latest complete round; null before the first one. */
  completedRound(): Promise<number | null>;
  /**
   * Marks a round whose matches all have results. Without effect for a round before `completedRound`. A power
   * failure may lose it: the results show that the round is complete.
   */
  completeRound(round_id: number): Promise<void>;

  /**
   * Leases a match to a referee. Every referee with a present or past lease of a match may report it (`isAssigned`).
   * Expired leases do not count. A power failure may lose a lease.
   */
  leaseMatch(match_id: string, referee_id: string, terms: MatchLeaseTerms): Promise<LeaseOutcome>;
  /** Ends the lease of this match if this referee has it; the referee may still report. A recorded result ends it, too. */
  giveBack(match_id: string, referee_id: string): Promise<void>;
  isAssigned(match_id: string, referee_id: string): Promise<boolean>;

  /**
   * Counts a result once: `repeated` for an equal recorded one (`sameResult`), `conflicting` for another
   * one. When it resolves, the result is durable, with the end of the lease and both players'
   * tallies, which are updated with each result (`count`) and never recomputed.
   */
  record(result: RecordedResult): Promise<Recording>;
  result(match_id: string): Promise<RecordedResult | null>;
  /** The sums of all recorded results, a row for each player in order of registration. */
  tallies(): Promise<readonly Tally[]>;

  /**
   * The members that have acknowledged an announcement (`round-3`, `standings-3`, `round-3-completed`, `league-completed`): no agent
   * receives it twice, also after a crash. A power failure may lose it.
   */
  acknowledged(announcement: string): Promise<ReadonlySet<string>>;
  /** Adds acknowledgements (of any names, not of members only) to the earlier ones. */
  acknowledge(announcement: string, member_ids: readonly string[]): Promise<void>;

  /**
   * Takes or renews a lease by name (`season`: its leader). False while another owner's lease is valid; then nothing
   * has changed. A power failure may lose it.
   */
  lease(name: string, owner: string, terms: LeaseTerms): Promise<boolean>;
  /** Releases a lease; without effect if the owner does not have it. */
  release(name: string, owner: string): Promise<void>;

  /**
   * Calls `listener` for every recorded result, also of other processes on the same store. A call may be late by
   * one poll, repeated for a match, and before `record` has resolved, but not before the result can be read.
   * @returns removes the listener
   */
  onRecorded(listener: (match_id: string) => void): () => void;

  /** Closes files and connections. The operations of a closed store reject. */
  close(): Promise<void>;
}

/** Whether two reports have the same content, from any sender. */
export function sameResult(one: RecordedResult, other: RecordedResult): boolean {
  return (
    one.status === other.status &&
    one.winner === other.winner &&
    one.drawn_number === other.drawn_number &&
    sameEntries(one.score, other.score) &&
    sameEntries(one.choices, other.choices)
  );
}

function sameEntries(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && other[key] === value)
  );
}
