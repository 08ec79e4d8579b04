/** The metric families of an agent: its exchanges, its matches, its process. */

import type { Health, Role } from "../domain/role.js";
import { bucketEndsMs, type Exchanges, type Histogram } from "./exchanges.js";
import { exposition, expositionType, type Family, type Sample } from "./family.js";

/** Where the numbers of an agent's metrics come from. */
interface Sources {
  readonly role: Role;
  readonly health: Health;
  readonly served: Exchanges;
  /** Undefined where no calls are counted. */
  readonly called: Exchanges | undefined;
  readonly matches?: () => MatchNumbers;
  /** Further ones of a role. */
  readonly metrics?: () => readonly Family[] | Promise<readonly Family[]>;
}

/** Content type and text of `GET /metrics`. */
export async function agentMetrics(sources: Sources): Promise<{ type: string; text: string }> {
  const { role, health, served, called, matches, metrics } = sources;
  const families = [
    ...processMetrics(role, health),
    ...exchangeMetrics(served, servedNames),
    ...(called === undefined ? [] : exchangeMetrics(called, calledNames)),
    ...(matches === undefined ? [] : matchMetrics(matches())),
    ...((await metrics?.()) ?? []),
  ];
  return { type: expositionType, text: exposition(families) };
}

interface ExchangeNames {
  /** Without the unit, e.g. `league_requests`. */
  readonly prefix: string;
  readonly counted: string;
  readonly timed: string;
}

const servedNames: ExchangeNames = {
  prefix: "league_requests",
  counted: "Requests to this agent, by method and outcome.",
  timed: "Time until this agent's answer, by method.",
};

const calledNames: ExchangeNames = {
  prefix: "league_calls",
  counted: "Calls of this agent to others, by method and outcome; retries are part of a call.",
  timed: "Time until the end of a call, retries included, by method.",
};

function exchangeMetrics(exchanges: Exchanges, { prefix, counted, timed }: ExchangeNames): Family[] {
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

export interface MatchNumbers {
  /** Accepted and not finished. */
  readonly open: number;
  /** The number of finished matches, by outcome. */
  readonly ended: Readonly<Record<string, number>>;
}

/** The matches of a referee or a player. */
function matchMetrics({ open, ended }: MatchNumbers): Family[] {
  return [
    {
      name: "league_matches_open",
      help: "Matches that this agent is in.",
      type: "gauge",
      samples: [{ value: open }],
    },
    {
      name: "league_matches_total",
      help: "Matches of this agent that are over, by their end.",
      type: "counter",
      samples: Object.entries(ended).map(([end, value]) => ({ labels: { end }, value })),
    },
  ];
}

const msPerSecond = 1000;

/** The metrics that every agent reports. */
function processMetrics(role: Role, { state, uptime_ms, spec_version }: Health): Family[] {
  return [
    {
      name: "league_agent_info",
      help: "What this agent is; always 1.",
      type: "gauge",
      samples: [{ labels: { role, state, spec_version }, value: 1 }],
    },
    {
      name: "league_uptime_seconds",
      help: "How long this agent has been running.",
      type: "gauge",
      samples: [{ value: uptime_ms / msPerSecond }],
    },
  ];
}

/** In seconds, the unit of Prometheus. */
function histogramSamples({ counts, sumMs }: Histogram, labels: Readonly<Record<string, string>>): Sample[] {
  let count = 0;
  const buckets = [...counts].map((own, index): Sample => {
    count += own;
    const end = bucketEndsMs[index];
    const le = end === undefined ? "+Inf" : String(end / msPerSecond);
    return { suffix: "_bucket", labels: { ...labels, le }, value: count };
  });
  const sum = { suffix: "_sum", labels, value: sumMs / msPerSecond };
  return [...buckets, sum, { suffix: "_count", labels, value: count }];
}
