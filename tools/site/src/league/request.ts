/** The settings of a league in the page: plain data, for a worker and for the URL fragment. */
import type { StrategyName } from "@league-v2/agents";

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

/** On simulated time many messages have one moment; in a recording they are this far apart, for the viewer's slider. */
export const apartMs = 1;

/** The id of the typed strategy, the first player of its league. */
export const ownId = "P01";
