/** The parts of the reference agents as a library: strategies, whole leagues, files and logs. The command is `bin/league.js`. */
export {
  leagueFiles,
  openDataFolder,
  PlayerHistory,
  refereeFiles,
  WriteBehind,
  type WriteBehindOptions,
} from "./files/index.js";
export { type Following, follow, type LeagueListener } from "./league/follow.js";
export {
  LeagueProjection,
  type LeagueReport,
  type MatchReport,
  type MatchStatus,
  type RoundReport,
  type RoundStatus,
  reportOn,
} from "./league/league-projection.js";
export { standingsTable } from "./league/standings-table.js";
export { type JsonLog, type JsonLogOptions, type LogLevel, openJsonLog } from "./log/json-log.js";
export { logged } from "./log/observe.js";
export type { AgentHooks, LeaguePlan, NamedStrategy, PlaySetting, Role } from "./play/agents.js";
export { playInMemory } from "./play/play-in-memory.js";
export { type HttpSetting, playOverHttp } from "./play/play-over-http.js";
export { type OpenedLeague, type OpenOptions, openLeague } from "./store/open-league.js";
export { type StorePlace, storePlace } from "./store/store-place.js";
export { loadStrategy } from "./strategies/load-strategy.js";
export type { StrategyName } from "./strategies/names.js";
export {
  frequencyStrategy,
  type PlayerStrategy,
  patternStrategy,
  randomStrategy,
  strategies,
  timeoutStrategy,
} from "./strategies/strategies.js";
export {
  inspectMessage,
  type MessageFault,
  type MessageReading,
  type WireFormName,
} from "./tap/inspect-message.js";
