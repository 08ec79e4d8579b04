/** The view of a league at a moment: a pure function of the events up to it. */
import type { ViewerEvent } from "./events.js";
import { exchangesAt, noTraffic, type TrafficCount, trafficAt } from "./exchanges.js";
import type { RoundMatches } from "./history.js";
import { Timeline } from "./timeline.js";
import type { AgentView, LeagueState, LeagueView, MatchView, RoundView, Standing } from "./view.js";

/** @param t milliseconds since the epoch; events after it have no influence */
export function reduce(events: readonly ViewerEvent[], t: number): LeagueView {
  return viewAt(new Timeline(events.filter(({ at }) => at <= t)), t);
}

/** The same from a timeline that also has later events; the page calls it while its slider moves. */
export function viewAt(timeline: Timeline, t: number): LeagueView {
  const { head, completed } = timeline;
  return {
    t,
    league_id: head?.league_id ?? "",
    clock: head?.clock ?? "real",
    seed: head?.seed ?? null,
    state: stateAt(timeline, t),
    champion_id: completed !== null && completed.at <= t ? completed.champion_id : null,
    standings: standingsAt(timeline, t),
    rounds: roundsAt(timeline, t),
    matches: matchesAt(timeline, t),
    agents: agentsAt(timeline, t),
    exchanges: exchangesAt(timeline.exchanges, t),
  };
}

export function stateAt({ started_at, completed }: Timeline, t: number): LeagueState {
  if (completed !== null && completed.at <= t) return "COMPLETE";
  return started_at !== null && started_at <= t ? "RUNNING" : "WAITING";
}

export function standingsAt({ members, rounds, table }: Timeline, t: number): Standing[] {
  const known = new Set(members.flatMap(({ at, card }) => (at <= t ? card.id : [])));
  const completions = rounds.flatMap(({ completed_at }) => completed_at ?? []).filter((at) => at < t);
  return table.at(
    t,
    known,
    completions.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  );
}

function matchesAt(timeline: Timeline, t: number): MatchView[] {
  return roundMatchesAt(timeline, t).flatMap(({ matches }) => matches);
}

export function roundMatchesAt(timeline: Timeline, t: number): RoundMatches[] {
  return stateAt(timeline, t) === "WAITING" ? [] : timeline.rounds.map((round) => round.at(t));
}

function roundsAt(timeline: Timeline, t: number): RoundView[] {
  if (stateAt(timeline, t) === "WAITING") return [];
  return timeline.rounds.map((round) => {
    const { round_id, match_ids } = round;
    return { round_id, match_ids, finished: round.at(t).finished, state: round.stateAt(t) };
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
