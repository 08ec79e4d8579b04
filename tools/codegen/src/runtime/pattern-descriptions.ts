/** The patterns of the specification in words, by the source of each. The emitted file of this name has them. */
export const patternDescriptions: Readonly<Record<string, string>> = {};
