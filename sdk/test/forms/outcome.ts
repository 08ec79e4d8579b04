/** The outcome of a match with agents of one random form. */
import type { FormServer } from "./form-server.js";

export interface Outcome {
  /** Why no match was completed; undefined if one was. */
  readonly why: string | undefined;
  /** Violated invariants of all forms: a message with an effect was delivered twice, or too many requests were sent. */
  readonly broken: readonly string[];
}

/** The maximum number of requests without an effect. */
const mostQuestions = 20;

/** @param callers how many of our agents call each of these servers */
export function outcomeOf(why: string | undefined, servers: readonly FormServer[], callers: number): Outcome {
  const most = callers * mostQuestions;
  const broken = servers.flatMap(({ repeated, harmless }) => [
    ...repeated,
    ...(harmless > most ? [`${harmless} requests without an effect`] : []),
  ]);
  return { why, broken };
}
