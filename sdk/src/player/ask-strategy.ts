/**
 * Calls the author's strategy for a choice, with all data of the player. A choice is returned in time, even if the
 * strategy fails or stalls (contract 6, IS 4.5).
 */
import { protocolFallbackChoice, protocolStrategyMarginMs } from "@league-v2/contract";
import type { Parity } from "../game/rules.js";
import { type Clock, deadline } from "../platform/clock.js";
import { describeError, type Log } from "../platform/log.js";
import type { ChoiceContext, PlayerOptions } from "./player-options.js";

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
  end: AbortSignal,
  clock: Clock,
  log: Log,
): Promise<GuardedChoice> {
  const budget = guard ? known.deadline - clock.now() - protocolStrategyMarginMs : Number.POSITIVE_INFINITY;
  const made = await guarded((signal) => choose({ ...known, signal }), clock, budget, end);
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
 */
async function guarded(
  strategy: (signal: AbortSignal) => unknown,
  clock: Clock,
  budgetMs: number,
  end: AbortSignal,
): Promise<GuardedChoice> {
  const limit = deadline(clock, budgetMs, end);
  try {
    return judged(await limit.race(async () => strategy(limit.signal)));
  } catch (error) {
    if (!limit.signal.aborted) return fallback(`the strategy threw ${describeError(error)}`);
    return fallback(limit.expired() ? `the strategy took longer than ${budgetMs} ms` : "the match is over");
  } finally {
    limit.cleanup();
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

/** An error thrown by the author's function is logged and changes nothing in the league. */
export async function runCallback(of: string, callback: () => void | Promise<void>, log: Log): Promise<void> {
  try {
    await callback();
  } catch (error) {
    const message = `the player's callback for ${of} failed: ${describeError(error)}`;
    log({ level: "error", message });
  }
}
