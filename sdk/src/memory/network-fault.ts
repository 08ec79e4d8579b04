import type { OutgoingRequest } from "../platform/transport.js";

/** The faults of a bad network for one request. */
export interface NetworkFault {
  /** The connection is refused. */
  refuse?: boolean;
  /** The request arrives after this many milliseconds. */
  delayMs?: number;
  /** The request arrives twice; the second answer is thrown away. */
  duplicate?: boolean;
  /** The answer takes this many milliseconds back. */
  replyDelayMs?: number;
  /** The request, or only its answer, is lost: the sender gets no answer until it gives up. */
  drop?: "request" | "reply";
}

/** Asked once for every request; undefined lets it pass. */
export type FaultHook = (request: OutgoingRequest) => NetworkFault | undefined;
