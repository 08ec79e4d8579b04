/**
 * All that the suite takes from the SDK: its interfaces to time, chance and network, the shape of an agent, and the league manager
 * that learns how a referee of another form starts a match.
 */
export {
  type Agent,
  type AgentContext,
  type Clock,
  createLeagueManager,
  createPlayer,
  type Draw,
  type HttpHandler,
  type HttpReply,
  type HttpRequest,
  hex,
  type IncomingReply,
  type Member,
  MemoryStore,
  type OutgoingRequest,
  type Random,
  type RunningAgent,
  secureRandom,
  seededRandom,
  systemClock,
  type Timer,
  type Transport,
  TransportError,
} from "@league-v2/sdk";
export { MemoryNetwork as AgentNetwork } from "@league-v2/sdk/memory";
export { SimulatedClock } from "@league-v2/sdk/testing";
