/** The metric families of exchanges. */
import type { Exchanges } from "./exchanges.js";
import type { Family } from "./family.js";
import { histogramSamples } from "./histogram-samples.js";

export interface ExchangeNames {
  /** Without the unit, e.g. `league_requests`. */
  readonly prefix: string;
  readonly counted: string;
  readonly timed: string;
}

export function exchangeMetrics(exchanges: Exchanges, { prefix, counted, timed }: ExchangeNames): Family[] {
  const { rows } = exchanges;
  return [
    {
      name: `${prefix}_total`,
      help: counted,
      type: "counter",
      samples: rows.flatMap(([method, { outcomes }]) =>
        [...outcomes].map(([outcome, value]) => ({ labels: { method, outcome }, value })),
      ),
    },
    {
      name: `${prefix}_duration_seconds`,
      help: timed,
      type: "histogram",
      samples: rows.flatMap(([method, { durations }]) => histogramSamples(durations, { method })),
    },
  ];
}

export function servedMetrics(exchanges: Exchanges): Family[] {
  return exchangeMetrics(exchanges, {
    prefix: "league_requests",
    counted: "Requests to this agent, by method and outcome.",
    timed: "Time until this agent's answer, by method.",
  });
}

export function calledMetrics(exchanges: Exchanges): Family[] {
  return exchangeMetrics(exchanges, {
    prefix: "league_calls",
    counted: "Calls of this agent to others, by method and outcome; retries are part of a call.",
    timed: "Time until the end of a call, retries included, by method.",
  });
}
