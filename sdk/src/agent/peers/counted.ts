import { LeagueError } from "../../client/errors.js";
import { answered } from "../../metrics/exchanges.js";
import type { CallerSetting, CallRow } from "./calls.js";

type Counting = Pick<CallerSetting<unknown>, "called" | "clock">;

/** Counts the outcome and duration of a call under its contract method name. @param error undefined for an answered call */
export function count({ called, clock }: Counting, { name }: CallRow, begun: number, error?: unknown): void {
  const failed = error instanceof LeagueError ? error.outcome : "garbled";
  called?.add(name, error === undefined ? answered : failed, clock.now() - begun);
}

/** The same for a call under way. */
export async function counted<T>(counting: Counting, row: CallRow, work: Promise<T>): Promise<T> {
  const begun = counting.clock.now();
  try {
    const reply = await work;
    count(counting, row, begun);
    return reply;
  } catch (error) {
    count(counting, row, begun, error);
    throw error;
  }
}
