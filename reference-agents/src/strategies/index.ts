export { frequencyStrategy } from "./frequency.js";
export { loadStrategy } from "./load-strategy.js";
export { type PlayerStrategy, type StrategyName, strategies } from "./named.js";
export { patternStrategy } from "./pattern.js";
export { randomStrategy } from "./random.js";
export { timeoutStrategy } from "./timeout.js";
