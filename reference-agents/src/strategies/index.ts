export { loadStrategy } from "./load-strategy.js";
export type { StrategyName } from "./names.js";
export {
  frequencyStrategy,
  type PlayerStrategy,
  patternStrategy,
  randomStrategy,
  strategies,
  timeoutStrategy,
} from "./strategies.js";
