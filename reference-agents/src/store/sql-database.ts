/** The database of a store in SQL, and its tables. */
import { StartupError } from "@league-v2/sdk";
import type { LeagueState, Member, RecordedResult } from "@league-v2/sdk/store";
import type { Kysely } from "kysely";

/** `synced`: on the disk when it resolves. `written`: kept when this process ends, and may be lost in a power failure. */
export type Durability = "synced" | "written";

/** The database of a store in SQL: it is open and has the tables of this version. */
export interface SqlDatabase {
  /** Whether other processes write at the same time. */
  readonly shared: boolean;
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** All of the work or none; the function may be called again when the database restarts the transaction. */
  write<Result>(durability: Durability, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Called inside the transaction that records a result; other processes are notified when it is committed. */
  announce(db: Kysely<Tables>, league_id: string, match_id: string): Promise<void>;
  /** Calls the listener for each notice of other processes for a league. @returns a function that stops it */
  listen(league_id: string, listener: (match_id: string) => void): () => void;
  close(): Promise<void>;
}

/** Databases limit the values of one statement (SQLite 32,766, PostgreSQL 65,535), so long lists are split. */
const rowsAtOnce = 500;

export function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += rowsAtOnce) {
    yield items.slice(start, start + rowsAtOnce);
  }
}

/** The content of a store's file is damaged. */
export class DamagedStore extends StartupError {
  constructor(message: string, hint: string, cause?: unknown) {
    super("DATA_INIT_FAILED", message, hint, cause);
  }
}

/** The store of a league cannot be used. @param hint what the user can do */
export function storeFault(message: string, hint: string, cause?: unknown): StartupError {
  return new StartupError("DATA_INIT_FAILED", message, hint, cause);
}

/** As Kysely types them. `league_id` is in every key, so that one database holds many leagues. */
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

interface ResultRow {
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
