/** A rule that must hold at every step of every league, under any faults. */
import type { RecordedResult, Round, Tally } from "@league-v2/sdk/store";
import type { SimulationEvent } from "../events.js";
import type { Plan } from "../plan.js";

export interface Invariant {
  readonly name: string;
  /** One sentence. */
  readonly rule: string;
  /** One watcher for each simulation. */
  readonly watch: (plan: Plan) => Watcher;
}

export interface Watcher {
  /** Called with every message and every access to the store. @returns a text if the rule is broken */
  readonly on: (event: SimulationEvent) => string | undefined;
  /** Called when the league is over. */
  readonly atEnd?: (end: LeagueOutcome) => string | undefined;
}

/** The content of the store when the league is over. */
export interface LeagueOutcome {
  readonly state: string;
  readonly rounds: readonly Round[];
  readonly results: ReadonlyMap<string, RecordedResult>;
  readonly tallies: readonly Tally[];
}
