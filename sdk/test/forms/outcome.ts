/** What a match with agents of one random form has shown. */
import { defaultBudget } from "../../src/wire/derive/probe.js";
import type { FormServer } from "./form-server.js";

export interface Outcome {
  /** Why no match was played to its end; undefined when one was. */
  readonly why: string | undefined;
  /** What holds in every form, and did not: a message with an effect came twice, or too many questions were asked. */
  readonly broken: readonly string[];
}

/** @param callers how many of our agents call each of these servers */
export function outcomeOf(why: string | undefined, servers: readonly FormServer[], callers: number): Outcome {
  const most = callers * defaultBudget.requests;
  const broken = servers.flatMap(({ repeated, harmless }) => [
    ...repeated,
    ...(harmless > most ? [`${harmless} requests without an effect`] : []),
  ]);
  return { why, broken };
}
