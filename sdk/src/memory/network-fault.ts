import type { OutgoingRequest } from "../platform/transport.js";

/** The faults of a bad network for one request. */
export interface NetworkFault {
  /** The connection is refused. */
  refuse?: boolean;
  /** The request arrives after this many milliseconds. */
  delayMs?: number;
  /** The request arrives twice; the second answer is discarded. */
  duplicate?: boolean;
  /** The answer is delayed by this many milliseconds. */
  replyDelayMs?: number;
  /** The request, or only its answer, is lost: the sender gets no answer until its deadline. */
  drop?: "request" | "reply";
}

/** Called once for every request; undefined means no fault. */
export type FaultHook = (request: OutgoingRequest) => NetworkFault | undefined;
