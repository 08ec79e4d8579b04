/** What the page shows of a league at a moment: pure functions of the events up to it. */
import { noTraffic, type TrafficCount, trafficAt } from "./exchanges.js";
import type { Timeline } from "./timeline.js";
import type { AgentView, LeagueState, RoundMatches, Standing } from "./view.js";

export function stateAt({ started_at, completed }: Timeline, t: number): LeagueState {
  if (completed !== null && completed.at <= t) return "COMPLETE";
  return started_at !== null && started_at <= t ? "RUNNING" : "WAITING";
}

export function standingsAt({ members, rounds, table }: Timeline, t: number): Standing[] {
  const known = new Set(members.flatMap(({ at, card }) => (at <= t ? card.id : [])));
  const completions = rounds.flatMap(({ completed_at }) => completed_at ?? []).filter((at) => at < t);
  return table.at(t, known, Math.max(...completions));
}

export function roundMatchesAt(timeline: Timeline, t: number): RoundMatches[] {
  if (stateAt(timeline, t) === "WAITING") return [];
  return timeline.rounds.map(({ round_id, matches: histories }) => {
    const matches = histories.map((match) => match.at(t));
    return {
      round_id,
      matches,
      finished: matches.filter(({ state }) => state === "FINISHED").length,
      technical: matches.filter(({ result }) => result?.status === "TECHNICAL_LOSS").length,
    };
  });
}

export function agentsAt({ members, exchanges }: Timeline, t: number): AgentView[] {
  const traffic = trafficAt(exchanges, t);
  return members
    .filter(({ at }) => at <= t)
    .map(({ card }) => {
      const count = traffic.get(card.id) ?? noTraffic;
      return { ...card, ...count, health: health(count) };
    });
}

function health({ trouble, received }: TrafficCount): AgentView["health"] {
  if (received === 0) return "unknown";
  return trouble === null ? "answers" : "fails";
}
