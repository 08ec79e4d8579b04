export { createAgent, type Handlers, partial, type Tools } from "./agent/assembly/create-agent.js";
export type { Agent, AgentContext, Registration, RunningAgent } from "./agent/core/agent.js";
export { drained } from "./agent/core/drain.js";
export type { Context, Handler, HandlersOf } from "./agent/core/handlers.js";
export { LeagueRpcError } from "./agent/core/league-rpc-error.js";
export { Redactor } from "./agent/core/redactor.js";
export type { Wire } from "./agent/core/wire.js";
export type { WireChoice } from "./agent/core/wire-choice.js";
export { RegistrationFailed, RegistrationRejected } from "./agent/membership/registration.js";
export type { RegistrationStore, StoredRegistration } from "./agent/membership/registration-store.js";
export * from "./client/index.js";
export { allowHosts, type EndpointPolicy } from "./domain/endpoint-policy.js";
export type { Health } from "./domain/health.js";
export { longestMatchLeaseMs } from "./domain/match-durations.js";
export type { Parity } from "./domain/parity.js";
export type { Role } from "./domain/role.js";
export {
  type HttpHandler,
  type HttpReply,
  type HttpRequest,
  StartupError,
  type StartupErrorName,
} from "./http/index.js";
export { createLeagueManager } from "./league/create-league-manager.js";
export * from "./manager/index.js";
export { type Clock, deadline, sleep, type Timer } from "./platform/clock.js";
export type { Log, LogEntry } from "./platform/log.js";
export { hex, type Random } from "./platform/random.js";
export { secureRandom } from "./platform/secure-random.js";
export { seededRandom } from "./platform/seeded-random.js";
export { systemClock } from "./platform/system-clock.js";
export { timestamp } from "./platform/timestamp.js";
export {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "./platform/transport.js";
export { createPlayer } from "./player/create-player.js";
export {
  add as addMatch,
  type MatchEnd,
  noMatches,
  type PlayedMatch,
  type Statistics,
} from "./player/history.js";
export type { PlayerExtension, PlayerOptions } from "./player/player-options.js";
export type { ChoiceContext, Strategy } from "./player/strategy.js";
export { createReferee } from "./referee/create-referee.js";
export type { FinishedMatch, MatchJournal, TakenMatch } from "./referee/match-journal.js";
export type { Outcome } from "./referee/outcome.js";
export type { MatchRecord } from "./referee/record.js";
export type { RefereeOptions } from "./referee/referee-options.js";
export type { TranscriptLine } from "./referee/transcript.js";
export * from "./rpc/index.js";
