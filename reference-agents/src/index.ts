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
export { LeagueProjection, type MatchStatus, type RoundStatus } from "./league/league-projection.js";
export { type LeagueReport, type MatchReport, type RoundReport, reportOn } from "./league/report.js";
export { standingsTable } from "./league/standings-table.js";
export { type JsonLog, type JsonLogOptions, type LogLevel, logged, openJsonLog } from "./log/index.js";
export {
  type AgentHooks,
  type HttpSetting,
  type LeaguePlan,
  type NamedStrategy,
  type PlaySetting,
  playInMemory,
  playOverHttp,
  type Role,
} from "./play/index.js";
export {
  type OpenedLeague,
  type OpenOptions,
  openLeague,
  type StorePlace,
  storePlace,
} from "./store/index.js";
export {
  frequencyStrategy,
  loadStrategy,
  type PlayerStrategy,
  patternStrategy,
  randomStrategy,
  type StrategyName,
  strategies,
  timeoutStrategy,
} from "./strategies/index.js";
export { inspectMessage, type MessageFault, type MessageReading, type WireFormName } from "./tap/index.js";
