/** The messages between the page and the worker. */
import type { LeagueReport } from "@league-v2/agents";
import type { ViewerEvent } from "@league-v2/viewer";
import type { StrategyFault } from "../strategy/fault.js";
import type { ChoiceFault } from "../strategy/watched-strategy.js";
import type { Place } from "./rank-statistics.js";
import type { LeagueRequest } from "./request.js";

export type Task =
  | { readonly kind: "league"; readonly request: LeagueRequest }
  /** The same league with `count` seeds, beginning with the request's seed. */
  | { readonly kind: "leagues"; readonly request: LeagueRequest; readonly count: number };

export interface Order {
  readonly task: Task;
  /** Lines of the typed text. */
  readonly lines: number;
}

export interface PlayedLeague {
  readonly report: LeagueReport;
  readonly events: readonly ViewerEvent[];
  /** The first faults; `faultCount` is the number of all. */
  readonly faults: readonly ChoiceFault[];
  readonly faultCount: number;
}

export type Answer =
  | { readonly type: "progress"; readonly done: number; readonly of: number }
  | { readonly type: "league"; readonly league: PlayedLeague }
  /** The place of the typed strategy in each league. */
  | { readonly type: "places"; readonly places: readonly Place[] }
  | { readonly type: "failed"; readonly fault: StrategyFault };
