/** The strategies with a name (PC 6). */
import type { Strategy } from "@league-v2/sdk";
import { frequencyStrategy } from "./frequency.js";
import type { StrategyName } from "./names.js";
import { patternStrategy } from "./pattern.js";
import { randomStrategy } from "./random.js";
import { timeoutStrategy } from "./timeout.js";

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
