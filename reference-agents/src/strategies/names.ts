/** The names of the strategies, in a separate file, so that a help text that lists them does not load the strategies. */
export const strategyNames = ["random", "frequency", "pattern", "timeout"] as const;

/** What a strategy is named by on a command line. */
export const strategyPattern = {
  regex: new RegExp(String.raw`^(?:${strategyNames.join("|")})$|[\\/]|\.[cm]?[jt]s$`),
  expected: `one of ${strategyNames.join(", ")}, or the path of a module such as ./my-strategy.js`,
};

export type StrategyName = (typeof strategyNames)[number];
