/** The view of a league at a moment: a pure function of the events up to it. */
import type { ViewerEvent } from "./events.js";
import { exchangesAt } from "./exchanges.js";
import { type RoundTimes, Timeline } from "./timeline.js";
import type { AgentView, Exchange, LeagueState, LeagueView, MatchView, RoundView, Standing } from "./view.js";

/** @param t milliseconds since the epoch; events after it have no influence */
export function reduce(events: readonly ViewerEvent[], t: number): LeagueView {
  return viewAt(new Timeline(events.filter(({ at }) => at <= t)), t);
}

/** The same for a timeline that holds later events, too: what a page calls while its slider moves. */
export function viewAt(timeline: Timeline, t: number): LeagueView {
  const { head, completed } = timeline;
  const matches = matchesAt(timeline, t);
  const exchanges = exchangesAt(timeline.exchanges, t);
  return {
    t,
    league_id: head?.league_id ?? "",
    clock: head?.clock ?? "real",
    seed: head?.seed ?? null,
    state: stateAt(timeline, t),
    champion_id: completed !== null && completed.at <= t ? completed.champion_id : null,
    standings: standingsAt(timeline, t),
    rounds: roundsAt(timeline, matches, t),
    matches,
    agents: agentsAt(timeline, exchanges, t),
    exchanges,
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

export function matchesAt(timeline: Timeline, t: number): MatchView[] {
  if (timeline.started_at === null || timeline.started_at > t) return [];
  return Array.from(timeline.matches.values(), (match) => match.at(t));
}

function roundsAt(timeline: Timeline, matches: readonly MatchView[], t: number): RoundView[] {
  if (matches.length === 0) return [];
  const finished = new Map<number, number>();
  for (const { round_id, state } of matches) {
    if (state === "FINISHED") finished.set(round_id, (finished.get(round_id) ?? 0) + 1);
  }
  return timeline.rounds.map((round) => {
    const { round_id, match_ids } = round;
    return { round_id, match_ids, finished: finished.get(round_id) ?? 0, state: roundState(round, t) };
  });
}

function roundState({ announced_at, completed_at }: RoundTimes, t: number): RoundView["state"] {
  if (completed_at !== null && completed_at <= t) return "FINISHED";
  return announced_at !== null && announced_at <= t ? "RUNNING" : "SCHEDULED";
}

export function agentsAt(timeline: Timeline, exchanges: readonly Exchange[], t: number): AgentView[] {
  const traffic = new Map<string, Traffic>();
  const of = (id: string) => {
    const found = traffic.get(id) ?? { received: 0, sent: 0, failures: 0, trouble: null, stopped: null };
    traffic.set(id, found);
    return found;
  };
  for (const { from, to, answer } of exchanges) {
    const receiver = of(to);
    of(from).sent += 1;
    receiver.received += 1;
    if (answer === null) continue;
    if (answer.failure !== null) receiver.failures += 1;
    receiver.trouble = answer.failure;
  }
  for (const { at, type, agent, why } of timeline.processes) {
    if (at <= t) of(timeline.parties.idOf(agent)).stopped = type === "agent_stopped" ? why : null;
  }
  return timeline.members
    .filter(({ at }) => at <= t)
    .map(({ card }) => {
      const { stopped, trouble, ...counts } = of(card.id);
      return { ...card, ...counts, trouble: stopped ?? trouble, health: healthOf(of(card.id)) };
    });
}

interface Traffic {
  received: number;
  sent: number;
  failures: number;
  /** The failure of the latest answer. */
  trouble: string | null;
  stopped: string | null;
}

function healthOf({ stopped, trouble, received }: Traffic): AgentView["health"] {
  if (stopped !== null) return "stopped";
  if (received === 0) return "unknown";
  return trouble === null ? "answers" : "fails";
}
