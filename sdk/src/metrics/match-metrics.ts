import type { Family } from "./family.js";

export interface MatchNumbers {
  /** Accepted and not finished. */
  readonly open: number;
  /** The number of finished matches, by outcome. */
  readonly ended: Readonly<Record<string, number>>;
}

/** The matches of a referee or a player. */
export function matchMetrics({ open, ended }: MatchNumbers): Family[] {
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
