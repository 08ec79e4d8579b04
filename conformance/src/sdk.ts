/** All that the suite takes from the SDK: its doors to time, chance and network, and the shape of an agent. */
export {
  type Agent,
  type AgentContext,
  type Clock,
  type HttpHandler,
  type HttpReply,
  type HttpRequest,
  hex,
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
export { SimulatedClock } from "@league-v2/sdk/testing";
