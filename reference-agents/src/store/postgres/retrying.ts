/** Retries work with PostgreSQL: soon after a conflict, and after a lost connection when the server may have restarted. */
import { type Clock, type Random, sleep } from "@league-v2/sdk";

/** `conflict`: another transaction was first. `connection`: the server has stopped, or is not ready yet. */
type ErrorClass = "conflict" | "connection";

/** Serialization failure, deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const conflicts = new Set(["40001", "40P01"]);

/** Shutdown by the administrator, crash, not yet started; and the error codes of sockets. */
const interruptions = new Set([
  "57P01",
  "57P02",
  "57P03",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
]);

/** The messages of `pg` errors without a code. */
const lost =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** Null for an error that another attempt would not change. */
function classifyError(error: unknown): ErrorClass | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof AggregateError && error.errors.length > 0) return classifyError(error.errors[0]);
  const { code } = error as { code?: unknown };
  if (typeof code === "string") {
    if (conflicts.has(code)) return "conflict";
    // Class 08 is "connection exception".
    if (interruptions.has(code) || code.startsWith("08")) return "connection";
  }
  return lost.test(error.message) ? "connection" : null;
}

/** The random part of the pause separates managers that conflict. */
const conflict = { attempts: 20, pauseMs: 5, jitterMs: 30 };

/** Long enough for a server to restart, shorter than the timeouts of callers that wait for an answer. */
const connection = { timeoutMs: 20_000, pauseMs: 250 };

export interface Retrying {
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the store is closed. */
  readonly signal: AbortSignal;
}

/** @param work may run twice: an attempt with a lost connection may have been committed */
export async function retrying<Result>(
  { clock, random, signal }: Retrying,
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = clock.now();
  for (let conflicts = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      const errorClass = signal.aborted ? null : classifyError(error);
      if (errorClass === "conflict" && ++conflicts < conflict.attempts) {
        await sleep(clock, conflict.pauseMs + random.below(conflict.jitterMs), signal);
      } else if (errorClass === "connection" && clock.now() - begun < connection.timeoutMs) {
        await sleep(clock, connection.pauseMs, signal);
      } else throw error;
    }
  }
}
