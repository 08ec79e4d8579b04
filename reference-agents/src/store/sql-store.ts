/** A league in an SQL database. What differs between databases is in `SqlDatabase`. */
import type {
  Draw,
  LeagueState,
  LeaseOutcome,
  LeaseTerms,
  MatchLeaseTerms,
  Member,
  RecordedResult,
  Recording,
  Round,
  Store,
  Tally,
  Verdict,
} from "@league-v2/sdk/store";
import { giveBack, isAssigned, leaseMatch } from "./match-leases.js";
import {
  addToken,
  admit,
  hashesOf,
  hashOf,
  isAmong,
  memberBy,
  membersOf,
  type SavedMember,
  savedMembers,
} from "./members.js";
import { record, resultOf, tallies } from "./results.js";
import { begin, completedRound, completeRound, schedule } from "./schedule-rows.js";
import type { Durability, SqlDatabase } from "./sql-database.js";
import { acknowledge, acknowledged, lease, moveTo, release, stateOf } from "./state.js";
import type { Scope } from "./tables.js";

export class SqlStore implements Store {
  readonly league_id: string;
  readonly #sqlDatabase: SqlDatabase;
  readonly #listeners = new Set<(match_id: string) => void>();
  readonly #stopListening: () => void;
  #closing: Promise<void> | undefined;

  constructor(sqlDatabase: SqlDatabase, league_id: string) {
    this.#sqlDatabase = sqlDatabase;
    this.league_id = league_id;
    this.#stopListening = sqlDatabase.listen(league_id, (match_id) => this.#notify(match_id));
  }

  state(): Promise<LeagueState> {
    return this.#read((scope) => stateOf(scope));
  }

  moveTo(state: LeagueState): Promise<void> {
    return this.#write("synced", (scope) => moveTo(scope, state));
  }

  admit<Refusal>(
    decide: (members: readonly Member[], state: LeagueState) => Verdict<Refusal>,
  ): Promise<{ readonly member: Member } | { readonly refusal: Refusal }> {
    return this.#write("synced", (scope) => admit(scope, decide));
  }

  addToken(id: string, token: string): Promise<void> {
    return this.addHash(id, hashOf(token));
  }

  /** The same for a token of which only the hash is known. */
  addHash(id: string, hash: string): Promise<void> {
    return this.#write("synced", (scope) => addToken(scope, id, hash));
  }

  /** All members, and what proves that they are: for a file that only its owner may read. */
  savedMembers(): Promise<SavedMember[]> {
    return this.#read(savedMembers);
  }

  member(id: string): Promise<Member | null> {
    return this.#read((scope) => memberBy(scope, id));
  }

  members(role: Member["role"]): Promise<readonly Member[]> {
    return this.#read((scope) => membersOf(scope, role));
  }

  async holdsToken(id: string, token: string): Promise<boolean> {
    return isAmong(token, await this.#read((scope) => hashesOf(scope, id)));
  }

  begin<Refusal>(
    draw: (members: readonly Member[]) => Draw<Refusal>,
  ): Promise<{ readonly rounds: readonly Round[]; readonly begun: boolean } | { readonly refusal: Refusal }> {
    return this.#write("synced", (scope) => begin(scope, draw));
  }

  schedule(): Promise<readonly Round[]> {
    return this.#read(schedule);
  }

  completedRound(): Promise<number | null> {
    return this.#read(completedRound);
  }

  completeRound(round_id: number): Promise<void> {
    return this.#write("written", (scope) => completeRound(scope, round_id));
  }

  leaseMatch(match_id: string, referee_id: string, terms: MatchLeaseTerms): Promise<LeaseOutcome> {
    return this.#write("written", (scope) => leaseMatch(scope, match_id, referee_id, terms));
  }

  giveBack(match_id: string, referee_id: string): Promise<void> {
    return this.#write("written", (scope) => giveBack(scope, match_id, referee_id));
  }

  isAssigned(match_id: string, referee_id: string): Promise<boolean> {
    return this.#read((scope) => isAssigned(scope, match_id, referee_id));
  }

  async record(result: RecordedResult): Promise<Recording> {
    const recording = await this.#write("synced", async (scope) => {
      const outcome = await record(scope, result);
      if (outcome === "recorded")
        await this.#sqlDatabase.announce(scope.db, scope.league_id, result.match_id);
      return outcome;
    });
    if (recording === "recorded") this.#notify(result.match_id);
    return recording;
  }

  result(match_id: string): Promise<RecordedResult | null> {
    return this.#read((scope) => resultOf(scope, match_id));
  }

  tallies(): Promise<readonly Tally[]> {
    return this.#read(tallies);
  }

  acknowledged(announcement: string): Promise<ReadonlySet<string>> {
    return this.#read((scope) => acknowledged(scope, announcement));
  }

  acknowledge(announcement: string, member_ids: readonly string[]): Promise<void> {
    return this.#write("written", (scope) => acknowledge(scope, announcement, member_ids));
  }

  lease(name: string, owner: string, terms: LeaseTerms): Promise<boolean> {
    return this.#write("written", (scope) => lease(scope, name, owner, terms));
  }

  release(name: string, owner: string): Promise<void> {
    return this.#write("written", (scope) => release(scope, name, owner));
  }

  onRecorded(listener: (match_id: string) => void): () => void {
    const own = (match_id: string) => listener(match_id);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Calling it twice is harmless. */
  close(): Promise<void> {
    this.#stopListening();
    this.#listeners.clear();
    this.#closing ??= this.#sqlDatabase.close();
    return this.#closing;
  }

  #read<Result>(work: (scope: Scope) => Promise<Result>): Promise<Result> {
    return this.#sqlDatabase.read((db) => work(this.#scope(db)));
  }

  #write<Result>(durability: Durability, work: (scope: Scope) => Promise<Result>): Promise<Result> {
    return this.#sqlDatabase.write(durability, (db) => work(this.#scope(db)));
  }

  #scope(db: Scope["db"]): Scope {
    const { shared } = this.#sqlDatabase;
    return { db, league_id: this.league_id, shared };
  }

  #notify(match_id: string): void {
    for (const listener of [...this.#listeners]) listener(match_id);
  }
}
