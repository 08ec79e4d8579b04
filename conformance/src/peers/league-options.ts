/** The options and wait times of a league around a manager under test. */
import { deadlineOf } from "../contract.js";
import type { RefereeScript } from "./referee-behaviour.js";
import type { PeerOptions } from "./registered-peer.js";

export interface PlayerOptions extends Partial<Omit<PeerOptions, "role">> {}

export interface RefereeOptions extends Partial<Omit<PeerOptions, "role">> {
  /** Its behaviour in each match. Default: reports a random result at once. */
  script?: RefereeScript;
}

export interface PlayOptions {
  /** Whether it is the only league of its manager: then a late beginning is waited for. */
  isOnly?: boolean;
  /** True as soon as the league may stop. Default: its end was announced to all agents. */
  enough?: () => boolean;
  /** How long a manager may send nothing before it counts as stopped. Default `QUIET_MS`. */
  quietMs?: number;
  /** The time limit of the league. Default `LEAGUE_MS`. */
  withinMs?: number;
}

/** start_league is sent if the league has not begun this long after the last registration. */
export const START_TIMEOUT_MS = deadlineOf("START_LEAGUE") / 2;
/** The wait for a manager that begins its league late: the longest deadline of the contract. */
export const LATE_MS = deadlineOf("CHOOSE_PARITY_CALL");
/** A manager that has all its answers has no reason to wait; real ones may still pause briefly. */
export const QUIET_MS = deadlineOf("ROUND_ANNOUNCEMENT") * 1.5;
/** Enough for a league whose agents all answer at once. */
export const LEAGUE_MS = deadlineOf("ROUND_ANNOUNCEMENT") * 6;
/** How long after an announcement RUN_MATCH is expected while it is unknown how the manager starts matches. */
export const UNDECIDED_MS = 2_000;
