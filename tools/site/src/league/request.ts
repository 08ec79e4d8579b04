/** The settings of a league in the page, for the URL fragment; and the messages between the page and the worker that plays it. */
import type { LeagueReport, StrategyName } from "@league-v2/agents";
import type { ViewerEvent } from "@league-v2/viewer";
import type { ChoiceFault, StrategyFault } from "../strategy/strategy.js";
import type { Place } from "./rank-statistics.js";

export const networkFaults = ["lost", "reply-lost", "slow", "twice", "refused"] as const;

export type NetworkFaultName = (typeof networkFaults)[number];

/** The labels of the faults. */
export const networkFaultTitles: Readonly<Record<NetworkFaultName, string>> = {
  lost: "Requests are lost",
  "reply-lost": "Answers are lost",
  slow: "Requests take up to 8 s",
  twice: "Requests arrive twice",
  refused: "Connections are refused",
};

export interface LeagueRequest {
  readonly seed: number;
  /** The other players, in order; the typed strategy is the first player of the league. */
  readonly opponents: readonly StrategyName[];
  /** Each of them affects one request in twenty. */
  readonly faults: readonly NetworkFaultName[];
  /** The changes in a fork of the league. */
  readonly change?: Change;
}

/** One change; all events before it stay the same. */
export type Change =
  | { readonly kind: "drop"; readonly exchange: number }
  | { readonly kind: "choice"; readonly match_id: string; readonly player_id: string };

/** The command line name of the strategy when it is saved under this name. */
export const strategyFile = "./strategy.ts";

/** The id of the typed strategy, the first player of its league. */
export const ownId = "P01";

/**
 * The longest time between two messages of the worker. A league of twenty players takes a fraction of this; a strategy that
 * computes longer in one match is ended.
 */
export const silenceMs = 5000;

/** The messages between the page and the worker. */
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
