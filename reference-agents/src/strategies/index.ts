export { frequencyStrategy } from "./frequency.js";
export { loadStrategy } from "./load-strategy.js";
export { type PlayerStrategy, strategies } from "./named.js";
export type { StrategyName } from "./names.js";
export { patternStrategy } from "./pattern.js";
export { randomStrategy } from "./random.js";
export { timeoutStrategy } from "./timeout.js";
