/** A rule that must hold at every step of every league, under any faults; each call watches one simulation. */
import type { RecordedResult, Round, Tally } from "@league-v2/sdk/store";
import type { SimulationEvent } from "../events.ts";
import { type AgentName, managerName, type Plan } from "../plan.ts";

export type Invariant = (plan: Plan) => Watcher;

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

/** The agents by the ids that the manager has given them. */
export class Owners {
  readonly #names = new Map<string, AgentName>();

  on(event: SimulationEvent): void {
    if (event.type !== "answered" || event.exchange.to !== managerName) return;
    const { result } = event.reply;
    if (!event.exchange.call.method.startsWith("register_") || result?.status !== "ACCEPTED") return;
    const id = result.referee_id ?? result.player_id;
    if (typeof id === "string") this.#names.set(id, event.exchange.from);
  }

  of(id: string): AgentName | undefined {
    return this.#names.get(id);
  }
}
