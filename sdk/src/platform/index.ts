export { abortable } from "./abortable.js";
export { type Clock, type Deadline, DeadlineExpired, deadline, sleep, type Timer } from "./clock.js";
export type { Log, LogEntry } from "./log.js";
export { fraction, hex, type Random } from "./random.js";
export { secureRandom } from "./secure-random.js";
export { seededRandom } from "./seeded-random.js";
export { SIMULATION_START, SimulatedClock } from "./simulated-clock.js";
export { systemClock } from "./system-clock.js";
export {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
  type TransportErrorKind,
} from "./transport.js";
