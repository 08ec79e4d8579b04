/** What an author of an agent needs. Clients, stores and runtimes have subpaths of their own. */
export {
  type AgentTools,
  createAgent,
  type Handlers,
  partialHandlers,
} from "./agent/assembly/create-agent.js";
export type { Agent, AgentContext, Registration, RunningAgent } from "./agent/core/agent.js";
export { LeagueRpcError } from "./agent/core/errors.js";
export { RegistrationFailed, RegistrationRejected } from "./agent/membership/registration.js";
export { allowHosts, type EndpointPolicy } from "./domain/endpoint-policy.js";
export type { Role } from "./domain/role.js";
export type { Parity } from "./game/rules.js";
export { StartupError } from "./http/startup-error.js";
export type { HttpHandler, HttpReply, HttpRequest } from "./http/types.js";
export { createLeagueManager } from "./league/create-league-manager.js";
export type { LeagueManager, LeagueManagerOptions, RunningLeagueManager } from "./manager/league-manager.js";
export type { LeagueEnd, LeagueEvent } from "./manager/season/events.js";
export { type Clock, sleep, type Timer, timestamp } from "./platform/clock.js";
export type { Log, LogEntry } from "./platform/log.js";
export { type Random, secureRandom, seededRandom } from "./platform/random.js";
export { Redactor } from "./platform/redactor.js";
export { systemClock } from "./platform/system-clock.js";

export {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "./platform/transport.js";
export { createPlayer } from "./player/create-player.js";
export { type PlayedMatch, type Statistics, statisticsOf } from "./player/history.js";
export type { ChoiceContext, PlayerOptions, Strategy } from "./player/player-options.js";
export { createReferee } from "./referee/create-referee.js";
export type { MatchRecord } from "./referee/match-journal.js";
export type { RefereeOptions } from "./referee/referee-options.js";
