/** The steps of a check, as data: its time limit follows from them. */
export type TimedStep =
  /** A time of the contract or of the suite, in milliseconds: what the step waits for has come by then, or never comes. */
  | number
  /** The suite's own requests, one after the other. Each is answered within its deadline, or given up a little later. */
  | { readonly answersTo: readonly string[] }
  | { readonly times: number; readonly of: TimedStep }
  /** Steps at the same time, or of which one is taken: only the longest counts. */
  | { readonly longestOf: readonly TimedStep[] }
  /** One after the other. */
  | readonly TimedStep[];
