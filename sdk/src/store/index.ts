/** What a store of lasting data implements, and the functions with which it computes what it keeps. */
export type { RegistrationStore, StoredRegistration } from "../agent/membership/registration.js";
export { longestMatchLeaseMs } from "../domain/match-durations.js";
export type { MatchQueue } from "../manager/dispatch/match-queue.js";
export { MemoryStore } from "../manager/store/memory-store.js";
export { type LeagueGame, type Pairing, type Round, roundRobin } from "../manager/store/schedule.js";
export { count as countMatch, emptyTally, type Rank, rank, type Tally } from "../manager/store/standings.js";
export {
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
} from "../manager/store/store.js";
export type { FinishedMatch, MatchJournal, TakenMatch } from "../referee/match-journal.js";
