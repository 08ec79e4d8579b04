/** The player guards its own strategy: a choice is given in time whatever the strategy does (contract 6, IS 4.5). */
import { protocolFallbackChoice } from "@league-v2/contract";
import { describeError } from "../agent/describe-error.js";
import type { Parity } from "../domain/parity.js";
import { abortable } from "../platform/abortable.js";
import { type Clock, deadline } from "../platform/clock.js";

/** What the strategy's answer became, and why the fallback was needed if it was. */
export interface Guarded {
  readonly choice: Parity;
  readonly fallbackBecause: string | null;
}

export const fallbackChoice: Parity = protocolFallbackChoice;

/**
 * Runs the strategy for at most `budgetMs`; a throw, a hang or anything but "even" and "odd" gives the fallback.
 * The signal given to the strategy aborts when the time is up or the match is over, so that it can stop working.
 * @param end aborted when nobody needs the choice any more
 */
export async function guarded(
  strategy: (signal: AbortSignal) => unknown,
  clock: Clock,
  budgetMs: number,
  end?: AbortSignal,
): Promise<Guarded> {
  const limit = deadline(clock, budgetMs, end);
  try {
    return await abortable(
      attempt(() => strategy(limit.signal)),
      limit.signal,
    );
  } catch {
    return fallback(limit.expired() ? `the strategy took longer than ${budgetMs} ms` : "the match is over");
  } finally {
    limit.cleanup();
  }
}

async function attempt(strategy: () => unknown): Promise<Guarded> {
  try {
    const choice = await strategy();
    if (choice === "even" || choice === "odd") return { choice, fallbackBecause: null };
    return fallback(`the strategy returned ${JSON.stringify(choice) ?? String(choice)}, not "even" or "odd"`);
  } catch (error) {
    return fallback(`the strategy threw ${describeError(error)}`);
  }
}

function fallback(because: string): Guarded {
  return { choice: fallbackChoice, fallbackBecause: because };
}
