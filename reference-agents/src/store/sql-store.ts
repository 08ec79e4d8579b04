/** A league in an SQL database. What differs between databases is in `SqlDatabase`. */
import type { RecordedResult, Recording, Store } from "@league-v2/sdk/store";
import { giveBack, isAssigned, leaseMatch } from "./match-leases.js";
import { addToken, admit, hashOf, holdsToken, memberBy, membersOf, savedMembers } from "./members.js";
import { record, resultOf, tallies } from "./results.js";
import { begin, completedRound, completeRound, schedule } from "./schedule-rows.js";
import type { Durability, Scope, SqlDatabase } from "./sql-database.js";
import { acknowledge, acknowledged, lease, moveTo, release, stateOf } from "./state.js";

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

  readonly state = this.#reading((scope) => stateOf(scope));
  readonly moveTo = this.#writing("synced", moveTo);
  readonly admit = this.#writing("synced", admit);
  readonly addToken = (id: string, token: string) => this.addHash(id, hashOf(token));
  /** The same for a token of which only the hash is known. */
  readonly addHash = this.#writing("synced", addToken);
  /** All members, and what proves that they are: for a file that only its owner may read. */
  readonly savedMembers = this.#reading(savedMembers);
  readonly member = this.#reading(memberBy);
  readonly members: Store["members"] = this.#reading(membersOf);
  readonly holdsToken = this.#reading(holdsToken);
  readonly begin = this.#writing("synced", begin);
  readonly schedule = this.#reading(schedule);
  readonly completedRound = this.#reading(completedRound);
  readonly completeRound = this.#writing("written", completeRound);
  readonly leaseMatch = this.#writing("written", leaseMatch);
  readonly giveBack = this.#writing("written", giveBack);
  readonly isAssigned = this.#reading(isAssigned);
  readonly result = this.#reading(resultOf);
  readonly tallies = this.#reading(tallies);
  readonly acknowledged = this.#reading(acknowledged);
  readonly acknowledge = this.#writing("written", acknowledge);
  readonly lease = this.#writing("written", lease);
  readonly release = this.#writing("written", release);

  async record(result: RecordedResult): Promise<Recording> {
    const recording = await this.#recordAndAnnounce(result);
    if (recording === "recorded") this.#notify(result.match_id);
    return recording;
  }

  readonly #recordAndAnnounce = this.#writing("synced", async (scope, result: RecordedResult) => {
    const outcome = await record(scope, result);
    if (outcome === "recorded") await this.#sqlDatabase.announce(scope.db, scope.league_id, result.match_id);
    return outcome;
  });

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

  /** The operation as a method that reads the database. */
  #reading<Args extends readonly unknown[], Result>(
    operation: (scope: Scope, ...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) => this.#sqlDatabase.read((db) => operation(this.#scope(db), ...args));
  }

  /** The operation as a method that runs in a transaction. */
  #writing<Args extends readonly unknown[], Result>(
    durability: Durability,
    operation: (scope: Scope, ...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) => this.#sqlDatabase.write(durability, (db) => operation(this.#scope(db), ...args));
  }

  #scope(db: Scope["db"]): Scope {
    const { shared } = this.#sqlDatabase;
    return { db, league_id: this.league_id, shared };
  }

  #notify(match_id: string): void {
    for (const listener of [...this.#listeners]) listener(match_id);
  }
}
