/** The tables of a store, as Kysely types them. `league_id` is in every key, so that one database holds many leagues. */
import type { LeagueState, Member, RecordedResult } from "@league-v2/sdk/store";
import type { Kysely } from "kysely";

export interface Tables {
  league: LeagueRow;
  member: MemberRow;
  token: TokenRow;
  pairing: PairingRow;
  match_assignment: MatchAssignmentRow;
  match_lease: MatchLeaseRow;
  result: ResultRow;
  tally: TallyRow;
  acknowledgement: AcknowledgementRow;
  lease: LeaseRow;
}

interface LeagueRow {
  league_id: string;
  state: LeagueState;
  completed_round: number | null;
}

export interface MemberRow {
  league_id: string;
  id: string;
  /** In order of registration, from 0. */
  position: number;
  role: Member["role"];
  display_name: string;
  version: string;
  /** A JSON array of texts. */
  game_types: string;
  endpoint: string;
  max_concurrent_matches: number;
  conversation_id: string;
}

interface TokenRow {
  league_id: string;
  member_id: string;
  /** Increasing: the latest token has the largest number. */
  position: number;
  /** SHA-256, hexadecimal: the token itself is never stored. */
  hash: string;
}

export interface PairingRow {
  league_id: string;
  match_id: string;
  round_id: number;
  /** Within its round, from 0. */
  position: number;
  game_type: string;
  player_a_id: string;
  player_b_id: string;
  referee_id: string;
}

/** Every referee to which a match was leased. */
interface MatchAssignmentRow {
  league_id: string;
  match_id: string;
  referee_id: string;
}

interface MatchLeaseRow {
  league_id: string;
  match_id: string;
  referee_id: string;
  /** Milliseconds of the managers' clock. */
  until: number;
}

export interface ResultRow {
  league_id: string;
  match_id: string;
  round_id: number;
  referee_id: string | null;
  status: RecordedResult["status"];
  winner: string | null;
  /** JSON: score, drawn_number and choices of the result. */
  details: string;
}

interface TallyRow {
  league_id: string;
  player_id: string;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
}

interface AcknowledgementRow {
  league_id: string;
  announcement: string;
  member_id: string;
}

interface LeaseRow {
  league_id: string;
  name: string;
  owner: string;
  /** Milliseconds of the managers' clock. */
  until: number;
}

/** One league in a database; inside of a transaction `db` is the transaction. */
export interface Scope {
  readonly db: Kysely<Tables>;
  readonly league_id: string;
  /** Whether other processes may write at the same time, so that rows must be locked before a decision. */
  readonly shared: boolean;
}
