/**
 * Calls the author's strategy for a choice, with all data of the player. A choice is returned in time, even if the
 * strategy fails or stalls (contract 6, IS 4.5).
 */
import { protocolFallbackChoice, protocolStrategyMarginMs } from "@league-v2/contract";
import type { Registration } from "../agent/core/agent.js";
import { describeError } from "../agent/core/describe-error.js";
import type { Parity } from "../domain/parity.js";
import { type Clock, type Deadline, deadline } from "../platform/clock.js";
import type { LazyAbort } from "../platform/lazy-abort.js";
import { withLazySignal } from "../platform/lazy-signal.js";
import type { Log } from "../platform/log.js";
import type { Random } from "../platform/random.js";
import { isPromiseLike } from "../rpc/promise-like.js";
import type { MatchFrame } from "./history.js";
import type { PlayerMemory } from "./memory.js";
import type { Strategy } from "./strategy.js";

/** The choice, and the reason if the fallback was used. */
export interface GuardedChoice {
  readonly choice: Parity;
  readonly fallbackBecause: string | null;
}

const fallbackChoice: Parity = protocolFallbackChoice;

export interface ChoiceDue {
  readonly choose: Strategy;
  /** False lets the strategy run past the deadline. */
  readonly guard: boolean;
  readonly memory: PlayerMemory;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly match: Pick<MatchFrame, "league_id" | "round_id"> & {
    readonly match_id: string;
    readonly end: LazyAbort;
  };
  readonly opponent_id: string;
  readonly me: Registration;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

export async function askStrategy(due: ChoiceDue): Promise<GuardedChoice> {
  const { choose, guard, memory, clock, random, log, match, opponent_id: id, me } = due;
  const { match_id, round_id } = match;
  const budget = guard ? due.deadline - clock.now() - protocolStrategyMarginMs : Number.POSITIVE_INFINITY;
  const known = memory.seenFrom(me.id, { league_id: match.league_id ?? me.league_id, id });
  const made = await guarded(
    (limit) =>
      choose(withLazySignal({ ...known, match_id, round_id, deadline: due.deadline, random }, limit)),
    clock,
    budget,
    match.end,
  );
  const { fallbackBecause } = made;
  if (fallbackBecause !== null)
    log({ level: "warn", message: `fallback choice: ${fallbackBecause}`, match_id });
  return made;
}

/**
 * Runs the strategy for at most `budgetMs`; a throw, a hang or anything but "even" and "odd" gives the fallback.
 * The signal given to the strategy aborts when the time is up or the match is over, so that it can stop working.
 * The deadline is created only for a strategy that takes time or reads its signal: one that answers at once needs none.
 * @param end aborted when the choice is no longer needed
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

function judged(choice: unknown): GuardedChoice {
  if (choice === "even" || choice === "odd") return { choice, fallbackBecause: null };
  return fallback(`the strategy returned ${JSON.stringify(choice) ?? String(choice)}, not "even" or "odd"`);
}

function fallback(because: string): GuardedChoice {
  return { choice: fallbackChoice, fallbackBecause: because };
}
