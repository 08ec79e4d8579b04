import { type Clock, type Deadline, deadline, sleep } from "../platform/clock.js";
import { fraction, type Random } from "../platform/random.js";
import {
  type IncomingReply,
  type OutgoingRequest,
  type Transport,
  TransportError,
} from "../platform/transport.js";
import {
  AbortedError,
  BadJsonError,
  type CallPlace,
  type LeagueError,
  TimeoutError,
  UnreachableError,
} from "./errors.js";

/** The tools of an attempt. */
export interface AttemptTools {
  transport: Transport;
  clock: Clock;
  random: Random;
  backoff: Backoff;
}

export interface Attempt {
  place: CallPlace;
  body: string;
  deadlineMs: number;
  signal: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * One HTTP reply within one deadline, over any number of connections: an unreachable peer is
 * called again as long as the next pause leaves time for one more attempt. An attempt at the end would exceed the
 * deadline, and an unreachable peer would be reported as a silent one.
 * @throws LeagueError
 */
export async function attempt(
  tools: AttemptTools,
  { place, body, deadlineMs, signal, headers }: Attempt,
): Promise<IncomingReply> {
  const { transport, clock, random, backoff } = tools;
  const limit = deadline(clock, deadlineMs, signal);
  const request: OutgoingRequest = { url: place.url, body, signal: limit.signal };
  if (headers !== undefined) request.headers = { ...headers };
  // A refusal of a connection takes no longer than the first pause.
  const latest = clock.now() + deadlineMs - backoff.firstMs;
  let unreachable = false;
  try {
    for (let retry = 0; ; retry++) {
      try {
        return await limit.race(() => transport.send(request));
      } catch (error) {
        if (limit.signal.aborted || !isUnreachable(error)) throw error;
        unreachable = true;
        const pause = pauseBefore(retry, backoff, random);
        // Without a deadline these retries would have no end.
        if (deadlineMs === Number.POSITIVE_INFINITY || clock.now() + pause > latest) throw error;
        await sleep(clock, pause, limit.signal).catch((reason) => {
          throw limit.expired() ? error : reason;
        });
        // The timer may have fired late.
        if (clock.now() > latest) throw error;
      }
    }
  } catch (error) {
    if (limit.signal.aborted && !limit.expired())
      throw new AbortedError(place, limit.signal.reason, unreachable);
    throw leagueError(error, place, limit, deadlineMs);
  } finally {
    limit.cleanup();
  }
}

function isUnreachable(error: unknown): error is TransportError {
  return error instanceof TransportError && error.kind === "unreachable";
}

function leagueError(error: unknown, place: CallPlace, limit: Deadline, deadlineMs: number): LeagueError {
  const isLate = error instanceof TransportError && error.kind === "late";
  if (isLate || (limit.expired() && !isUnreachable(error))) return new TimeoutError(place, deadlineMs);
  const cause = error instanceof Error ? error : new Error(String(error));
  if (error instanceof TransportError && (error.kind === "too_large" || error.kind === "not_text")) {
    return new BadJsonError(place, cause.message, cause);
  }
  return new UnreachableError(place, cause);
}

/** Exponential backoff with jitter; the numbers are the protocol's. */
export interface Backoff {
  /** The first pause, in milliseconds. */
  firstMs: number;
  /** The factor from each pause to the next … */
  factor: number;
  /** … up to this maximum in milliseconds. */
  maximumMs: number;
  /** The random part of a pause, 0 to 1, so that agents that failed at the same time do not retry at the same time. */
  jitter: number;
}

/** The pause before retry number `retry` (the first is 0), in milliseconds. */
export function pauseBefore(retry: number, backoff: Backoff, random: Random): number {
  const longest = Math.min(backoff.maximumMs, backoff.firstMs * backoff.factor ** retry);
  return longest * (1 - backoff.jitter * fraction(random));
}
