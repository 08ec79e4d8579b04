export type { Resolve } from "./endpoint-check.js";
export type { LeagueEnd, LeagueEvent } from "./events.js";
export type { LeagueManager, LeagueManagerOptions, RunningLeagueManager } from "./league-manager.js";
export { LocalQueue, type LocalQueueSetting, type MatchQueue } from "./match-queue.js";
export { MemoryStore } from "./memory-store.js";
export { sameResult } from "./same-result.js";
export { type Pairing, type Round, roundRobin } from "./schedule.js";
export { count as countMatch, emptyTally, type Rank, rank, type Tally } from "./standings.js";
export type {
  Draw,
  LeagueState,
  LeaseTerms,
  LoanTerms,
  MatchLeases,
  Member,
  RecordedResult,
  Recording,
  Store,
  Verdict,
} from "./store.js";
