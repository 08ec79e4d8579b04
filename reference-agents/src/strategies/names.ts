/** The names of the strategies, in a separate file, so that a help text that lists them does not load the strategies. */
export const strategyNames = ["random", "frequency", "pattern", "timeout"] as const;

export type StrategyName = (typeof strategyNames)[number];
