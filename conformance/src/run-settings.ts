/** The options of one run. Each option is declared here once: the command line, the run and its context extend these. */

import type { Game } from "./peers/game.js";
import type { Subject } from "./subject/subject.js";
import type { Role } from "./types.js";
import type { Environment } from "./wire/environment.js";

/** The options of a run where nothing else is said. */
export const DEFAULTS = { fuzz: 12, listenLeague: 8000, wire: "auto" } as const;

/** The options that pass from the command line to the checks unchanged. */
export interface SharedFlags {
  /** How many a manager under test that runs already waits for. */
  players?: number | undefined;
  referees?: number | undefined;
  /** Instances at once, when the user has said so; default: as many as the machine starts without delay. */
  parallel?: number | undefined;
  /** The ports of P01, P02 and so on, for a referee with its players in its configuration. */
  playerPorts?: readonly number[] | undefined;
  /** Only quick checks: no long waits, one instance, one league. The report names that. */
  quick?: true | undefined;
  /** The user has chosen some of the checks: --only, --skip, --level or --group. The report names that. */
  selected?: true | undefined;
  /** How many generated negatives a check may send for each message. */
  fuzz?: number | undefined;
}

export interface RunSettings extends SharedFlags {
  role: Role;
  /** The game of the league; default: Even/Odd. */
  game?: Game | undefined;
  environment: Environment;
  subject: Subject;
  seed: number;
  /** Processors of this machine; undefined where starts cost nothing, as on simulated time. */
  cores?: number | undefined;
  /** The transcripts are not read: results come without them, and sooner. */
  verdictsOnly?: boolean | undefined;
  /** The words of the command line that change the run, beyond the agent: a replayed check needs them too. */
  replayOptions?: readonly string[] | undefined;
  /** The fixed port of the suite's league manager, for agents that run already. */
  leaguePort?: number | undefined;
}
