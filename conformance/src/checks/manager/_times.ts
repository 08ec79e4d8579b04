/** What the leagues of the suite may take. In milliseconds. */
import { deadlineOf } from "../../contract.js";
import { LEAGUE_MS, QUIET_MS, START_PATIENCE_MS } from "../../peers/league-options.js";

/** From the last registration to the beginning, also when it has to be asked for. */
export const BEGINNING_MS = START_PATIENCE_MS + deadlineOf("START_LEAGUE");
/** A whole league whose agents answer at once. */
export const A_LEAGUE_MS = BEGINNING_MS + LEAGUE_MS;
/** A league that is not played beyond its first round, in which a few false things are said. */
export const A_ROUND_MS = BEGINNING_MS + 2 * QUIET_MS;

/** The league with all kinds of reports is played for so long, at most. */
export const REPORTS_MS = LEAGUE_MS / 2;

/** So many registrations, each answered at the last moment. */
export function registrations(count: number): number {
  return count * deadlineOf("LEAGUE_REGISTER_REQUEST");
}
