/** The built-in strategies (PC 6). */
import {
  type ChoiceContext,
  type Parity,
  type Random,
  type Strategy,
  sleep,
  systemClock,
} from "@league-v2/sdk";
import type { StrategyName } from "./names.js";

/** A random choice in each match: against it, every strategy has the same chance. */
export const randomStrategy: Strategy = ({ random }) => coin(random);

function otherThan(parity: Parity): Parity {
  return parity === "even" ? "odd" : "even";
}

export function coin(random: Random): Parity {
  return random.below(2) === 0 ? "even" : "odd";
}

/** The opponent's choices against us, oldest first; for an unknown opponent, the choices of all opponents so far. */
function sightings({ opponent, history }: ChoiceContext): readonly Parity[] {
  if (opponent.choices.length > 0) return opponent.choices;
  return history.map((match) => match.opponent_choice).filter((choice) => choice !== null);
}

/**
 * Tracks the opponent's choices and counters the most common one.
 * The counter is the other parity: the drawn number is even as often as odd, so the same choice as the opponent's
 * gives a draw, one point, and the other choice gives a win half of the time, one and a half points on average.
 */
export const frequencyStrategy: Strategy = (context) => {
  const favourite = mostCommon(sightings(context));
  return favourite === null ? coin(context.random) : otherThan(favourite);
};

/** Null for a tie, and for no choices at all. */
function mostCommon(choices: readonly Parity[]): Parity | null {
  const even = choices.filter((choice) => choice === "even").length;
  const odd = choices.length - even;
  if (even === odd) return null;
  return even > odd ? "even" : "odd";
}

/** A longer repetition does not improve the prediction. */
const longestPattern = 8;

/** Searches for patterns in the opponent's choices and counters the predicted next choice. */
export const patternStrategy: Strategy = (context) => {
  const expected = predictNext(sightings(context));
  return expected === null ? coin(context.random) : otherThan(expected);
};

/**
 * Returns the choice that followed the latest earlier occurrence of the longest repeated ending of the sequence.
 * Null without a repetition.
 */
export function predictNext(choices: readonly Parity[]): Parity | null {
  for (let length = Math.min(longestPattern, choices.length - 1); length > 0; length--) {
    const ending = choices.slice(-length);
    for (let start = choices.length - length - 1; start >= 0; start--) {
      if (ending.every((choice, index) => choices[start + index] === choice)) {
        return choices[start + length] ?? null;
      }
    }
  }
  return null;
}

/**
 * Misses every deadline on purpose, to test referees; it runs without the player's guard.
 * It waits without a timer, which would keep a process or a simulation running, and rejects when the signal is aborted.
 */
export const timeoutStrategy: Strategy = ({ signal }) =>
  sleep(systemClock, Number.POSITIVE_INFINITY, signal).then(() => "even");

/** The strategy part of `PlayerOptions`. */
export interface PlayerStrategy {
  readonly choose: Strategy;
  /** False lets the strategy run past the deadline. */
  readonly guard: boolean;
}

export const strategies = {
  random: { choose: randomStrategy, guard: true },
  frequency: { choose: frequencyStrategy, guard: true },
  pattern: { choose: patternStrategy, guard: true },
  timeout: { choose: timeoutStrategy, guard: false },
} as const satisfies Record<StrategyName, PlayerStrategy>;

export function isStrategyName(name: string): name is StrategyName {
  return Object.hasOwn(strategies, name);
}
