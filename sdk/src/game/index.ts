/** The rules of games, for referees that serve other games than Even/Odd. */
export { readGameRules } from "./read-rules.js";
export type { GameDecision, GameRules, PlayerChoice } from "./rules.js";
