/** The options and wait times of a league around a manager under test. */
import { deadlineOf } from "../contract.js";
import type { Assignment } from "./assignment.js";
import type { RefereeScript } from "./referee-behaviour.js";
import type { PeerOptions } from "./registered-peer.js";

export interface PlayerOptions extends Partial<Omit<PeerOptions, "role">> {}

export interface RefereeOptions extends Partial<Omit<PeerOptions, "role">> {
  /** Its behaviour in each match. Default: reports a random result at once. */
  script?: RefereeScript;
}

export interface PlayOptions {
  /** When this is true, the league has been played far enough. Default: its end was announced to all agents. */
  enough?: () => boolean;
  /** How long a manager may send nothing before it is taken to have stopped. Default `QUIET_MS`. */
  quietMs?: number;
  /** How long it may take in all. Default `LEAGUE_MS`. */
  withinMs?: number;
}

/** The message by which this manager starts matches: known after its first start in any league of the run. */
export interface MatchStart {
  by: Assignment["by"] | undefined;
}

/** A league that has not begun this long after the last registration is asked to. */
export const START_TIMEOUT_MS = deadlineOf("START_LEAGUE") / 2;
/** A manager with an answer to everything it sent has nothing to wait for; real ones may still pause a little. */
export const QUIET_MS = deadlineOf("ROUND_ANNOUNCEMENT") * 1.5;
/** Enough for a league whose agents all answer at once, if its manager does not dawdle. */
export const LEAGUE_MS = deadlineOf("ROUND_ANNOUNCEMENT") * 6;
/** How long after an announcement RUN_MATCH is expected from a manager of whom it is not known how it starts matches. */
export const UNDECIDED_MS = 2_000;
