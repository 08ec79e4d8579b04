/** Another attempt where one helps: after a conflict soon, after a lost connection when the server may be back. */
import { type Clock, type Random, sleep } from "@league-v2/sdk";
import { classifyError } from "./classify-postgres-error.js";

/** Managers that are in each other's way separate at random. */
const conflict = { attempts: 20, pauseMs: 5, jitterMs: 30 };

/** Long enough for a server to start again, shorter than the timeouts of those who wait for an answer. */
const connection = { timeoutMs: 20_000, pauseMs: 250 };

export interface Retrying {
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted when the store is closed. */
  readonly signal: AbortSignal;
}

/** @param work may be done twice: an attempt whose connection was lost may have been committed */
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
