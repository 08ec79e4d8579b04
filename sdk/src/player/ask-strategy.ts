/**
 * Calls the author's strategy for a choice, with all data of the player. A choice is returned in time, even if the
 * strategy fails or stalls (contract 6, IS 4.5).
 */
import { protocolFallbackChoice, protocolStrategyMarginMs } from "@league-v2/contract";
import { describeError } from "../agent/core/describe-error.js";
import type { Parity } from "../domain/parity.js";
import { type Clock, type Deadline, deadline } from "../platform/clock.js";
import type { LazyAbort } from "../platform/lazy-abort.js";
import { withLazySignal } from "../platform/lazy-signal.js";
import type { Log } from "../platform/log.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import type { PlayerOptions } from "./player-options.js";
import type { ChoiceContext } from "./strategy.js";

/** The choice, and the text that is logged with it. */
export interface GuardedChoice {
  readonly choice: Parity;
  readonly reason: string;
  readonly isFallback?: boolean;
}

const fallbackChoice: Parity = protocolFallbackChoice;

/** @param end aborted when the choice is no longer needed */
export async function askStrategy(
  { choose, guard = true }: PlayerOptions,
  known: Omit<ChoiceContext, "signal">,
  end: LazyAbort,
  clock: Clock,
  log: Log,
): Promise<GuardedChoice> {
  const budget = guard ? known.deadline - clock.now() - protocolStrategyMarginMs : Number.POSITIVE_INFINITY;
  const made = await guarded((limit) => choose(withLazySignal(known, limit)), clock, budget, end);
  const { choice, reason, isFallback } = made;
  const { match_id, opponent } = known;
  log(
    isFallback
      ? { level: "warn", message: `fallback choice: ${reason}`, match_id }
      : { level: "info", message: `chose ${choice} against ${opponent.id}${reason}`, match_id },
  );
  return made;
}

/**
 * Runs the strategy for at most `budgetMs`; a throw, a hang or anything but "even" and "odd" gives the fallback.
 * The signal given to the strategy aborts when the time is up or the match is over, so that it can stop working.
 * The deadline is created only for a strategy that takes time or reads its signal: one that answers at once needs none.
 */
async function guarded(
  strategy: (limit: () => Deadline) => unknown,
  clock: Clock,
  budgetMs: number,
  end: LazyAbort,
): Promise<GuardedChoice> {
  let made: Deadline | undefined;
  let isOver = false;
  const limit = () => {
    made ??= deadline(clock, budgetMs, end.signal);
    // A strategy may read its signal after it has answered: that needs no deadline.
    if (isOver) made.cleanup();
    return made;
  };
  try {
    const answer = strategy(limit);
    if (!isPromiseLike(answer)) return judged(answer);
    return judged(await limit().race(async () => answer));
  } catch (error) {
    if (made?.signal.aborted !== true) return fallback(`the strategy threw ${describeError(error)}`);
    return fallback(made.expired() ? `the strategy took longer than ${budgetMs} ms` : "the match is over");
  } finally {
    isOver = true;
    made?.cleanup();
  }
}

function judged(answer: unknown): GuardedChoice {
  const { choice = answer, reason } = Object(answer) as {
    readonly choice?: unknown;
    readonly reason?: unknown;
  };
  if (choice === "even" || choice === "odd")
    return { choice, reason: typeof reason === "string" ? `: ${reason}` : "" };
  return fallback(`the strategy returned ${JSON.stringify(answer) ?? String(answer)}, not "even" or "odd"`);
}

function fallback(reason: string): GuardedChoice {
  return { choice: fallbackChoice, reason, isFallback: true };
}
