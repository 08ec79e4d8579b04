/**
 * Where the league manager keeps its truth: one league, from an empty store to its champion. Every operation is atomic
 * and, once resolved, as durable as the store can be.
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
  /** The wire form in which it registered, and in which it is spoken to. */
  readonly wire: string;
  /** Of its registration: the same one again is a repetition, not a second agent. */
  readonly conversation_id: string;
}

/** The result of one match as the league counts it. */
export interface RecordedResult {
  readonly match_id: string;
  readonly round_id: number;
  /** Who reported it; null for a match that no referee could play. */
  readonly referee_id: string | null;
  readonly status: "WIN" | "DRAW" | "TECHNICAL_LOSS";
  readonly winner: string | null;
  /** Points by player id, both players of the match. */
  readonly score: Readonly<Record<string, number>>;
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, string | null>>;
}

export interface Store {
  state(): Promise<LeagueState>;
  moveTo(state: LeagueState): Promise<void>;

  /**
   * Adds a member, decided on the members of this very moment: no two calls see the same ones.
   * `decide` gives the new member or a refusal, which comes back unchanged.
   */
  admit<Refusal>(
    decide: (
      members: readonly Member[],
    ) => { readonly member: Member; readonly token: string } | { readonly refusal: Refusal },
  ): Promise<{ readonly member: Member } | { readonly refusal: Refusal }>;
  member(id: string): Promise<Member | null>;
  /** In order of registration. */
  members(role: Member["role"]): Promise<readonly Member[]>;
  /** Compared in constant time. */
  holdsToken(id: string, token: string): Promise<boolean>;

  saveSchedule(rounds: readonly Round[]): Promise<void>;
  schedule(): Promise<readonly Round[]>;

  /** Gives a match to a referee; earlier referees of the same match stay entitled to report it. */
  assign(match_id: string, referee_id: string): Promise<void>;
  isAssigned(match_id: string, referee_id: string): Promise<boolean>;

  /** Counts a result once: `repeated` for an equal one that is there already, `conflicting` for another one. */
  record(result: RecordedResult): Promise<"recorded" | "repeated" | "conflicting">;
  result(match_id: string): Promise<RecordedResult | null>;
  /** The sums of all recorded results, a row for each player. */
  tallies(): Promise<readonly Tally[]>;

  close(): Promise<void>;
}
