/** All that the suite takes from the SDK: its interfaces to time, chance and network, and the shape of an agent. */
export {
  type Agent,
  type AgentContext,
  type Clock,
  type HttpHandler,
  type HttpReply,
  type HttpRequest,
  type IncomingReply,
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
export { type GameRules, readGameRules } from "@league-v2/sdk/game";
export { MemoryNetwork as AgentNetwork } from "@league-v2/sdk/memory";
export { SimulatedClock } from "@league-v2/sdk/testing";
