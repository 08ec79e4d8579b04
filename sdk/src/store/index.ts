/** What a store of lasting data implements, and the functions with which it computes what it keeps. */
export type { RegistrationStore, StoredRegistration } from "../agent/membership/registration-store.js";
export { longestMatchLeaseMs } from "../domain/match-durations.js";
export type { MatchQueue } from "../manager/match-queue.js";
export { MemoryStore } from "../manager/memory-store.js";
export { sameResult } from "../manager/same-result.js";
export { type LeagueGame, type Pairing, type Round, roundRobin } from "../manager/schedule.js";
export { count as countMatch, emptyTally, type Rank, rank, type Tally } from "../manager/standings.js";
export type {
  Draw,
  LeagueState,
  LeaseOutcome,
  LeaseTerms,
  MatchLeaseTerms,
  Member,
  RecordedResult,
  Recording,
  Store,
  Verdict,
} from "../manager/store.js";
export type { FinishedMatch, MatchJournal, TakenMatch } from "../referee/match-journal.js";
