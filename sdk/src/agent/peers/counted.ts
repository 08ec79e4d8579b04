import { LeagueError } from "../../client/errors.js";
import { answered } from "../../metrics/exchanges.js";
import type { CallerSetting, CallRow } from "./calls.js";

/** Counts the outcome and duration of a call under its contract method name. */
export function counted<T>(
  { called, clock }: Pick<CallerSetting<unknown>, "called" | "clock">,
  { name }: CallRow,
  work: Promise<T>,
): Promise<T> {
  const begun = clock.now();
  const note = (outcome: string) => called?.add(name, outcome, clock.now() - begun);
  work.then(
    () => note(answered),
    (error: unknown) => note(error instanceof LeagueError ? error.outcome : "garbled"),
  );
  return work;
}
