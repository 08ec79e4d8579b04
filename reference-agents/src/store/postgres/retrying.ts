/** Retries work: soon after a conflict, and after a lost connection when the server may have restarted. */
import { type Clock, type Random, sleep } from "@league-v2/sdk";
import { classifyError } from "./classify-postgres-error.js";

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
