export {
  createLeagueManager,
  type LeagueManager,
  type LeagueManagerOptions,
  type RunningLeagueManager,
} from "./create-league-manager.js";
export { allowHosts, type EndpointPolicy } from "./endpoint-policy.js";
export type { LeagueEnd, LeagueEvent } from "./events.js";
export { MemoryStore } from "./memory-store.js";
export { type Pairing, type Round, roundRobin } from "./schedule.js";
export { count as countMatch, emptyTally, type Rank, rank, type Tally } from "./standings.js";
export type { LeagueState, Member, RecordedResult, Store } from "./store.js";
