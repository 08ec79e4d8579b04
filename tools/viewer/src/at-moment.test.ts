import { beforeAll, describe, expect, it } from "vitest";
import { agentsAt, roundMatchesAt, standingsAt, stateAt } from "./at-moment.js";
import type { ViewerEvent } from "./events.js";
import { exchangesAt, pendingAt } from "./exchanges.js";
import { type SeededLeague, seededLeague } from "./seeded-league.fixture.js";
import { Timeline } from "./timeline.js";

/** All that the page shows at a moment. */
function viewAt(timeline: Timeline, t: number) {
  return {
    state: stateAt(timeline, t),
    standings: standingsAt(timeline, t),
    matches: roundMatchesAt(timeline, t).flatMap(({ matches }) => matches),
    agents: agentsAt(timeline, t),
    exchanges: exchangesAt(timeline.exchanges, t),
  };
}

/** The same from the events up to the moment only. */
function reduce(events: readonly ViewerEvent[], t: number) {
  return viewAt(new Timeline(events.filter(({ at }) => at <= t)), t);
}

describe("the view of a seeded league", () => {
  let league: SeededLeague;
  let events: readonly ViewerEvent[] = [];
  let last = 0;
  /** A moment of each kind: before, between and after the events. */
  let moments: number[] = [];

  beforeAll(async () => {
    league = await seededLeague(7, 5);
    events = league.events;
    last = Math.max(...events.map(({ at }) => at));
    const all = [...new Set(events.map(({ at }) => at))];
    const chosen = all.filter((_, index) => index % Math.ceil(all.length / 12) === 0);
    moments = [(all[0] ?? 0) - 1, ...chosen, last, last + 60_000];
  });

  it("ends with the manager's own standings and champion", () => {
    const view = reduce(events, last);
    expect(view.state).toBe("COMPLETE");
    expect(new Timeline(events).completed?.champion_id).toBe(league.end.champion.player_id);
    const rows = view.standings.map(({ moved, form, ...row }) => row);
    expect(rows).toEqual(league.end.standings);
  });

  it("shows technical losses, missed deadlines and repetitions in place", () => {
    const view = reduce(events, last);
    const silent = view.agents.find(({ display_name }) => display_name === "Player 1");
    const row = view.standings.find(({ player_id }) => player_id === silent?.id);
    expect(new Set(row?.form)).toEqual(new Set(["T"]));
    const asked = view.exchanges.filter(
      ({ to, sent }) => to === silent?.id && sent.message_type === "CHOOSE_PARITY_CALL",
    );
    expect(asked.every(({ sent }) => sent.deadline_ms === 30_000)).toBe(true);
    expect(asked.some(({ answer }) => answer?.failure !== null)).toBe(true);
  });

  it("is the same from a timeline of the whole league, which has agents before their registration", () => {
    const timeline = new Timeline(events);
    const withoutNames = (view: ReturnType<typeof viewAt>) => ({
      ...view,
      exchanges: view.exchanges.map(({ sent, answer }) => ({ sent, answer })),
    });
    for (const t of moments.slice(1)) {
      expect(withoutNames(viewAt(timeline, t))).toEqual(withoutNames(reduce(events, t)));
    }
  });

  it("does not depend on the order in which events of different moments arrive", () => {
    const latestFirst = events.toSorted((a, b) => b.at - a.at);
    expect(latestFirst).not.toEqual(events);
    for (const t of moments) expect(reduce(latestFirst, t)).toEqual(reduce(events, t));
  });

  it("is waiting before the league begins, and has pending exchanges in the middle", () => {
    const begun = events.find(({ type }) => type === "league_started");
    expect(reduce(events, (begun?.at ?? 0) - 1)).toMatchObject({ state: "WAITING", matches: [] });
    const pending = events.some(
      ({ at, type }) =>
        type === "message_sent" && reduce(events, at).exchanges.some(({ answer }) => answer === null),
    );
    expect(pending).toBe(true);
  });

  it("counts the first result of a match and the first answer of a request, and no later ones", () => {
    const again = events.flatMap((event): ViewerEvent[] => {
      if (event.type === "result_recorded")
        return [event, { ...event, at: event.at + 1, result: { ...event.result, score: {}, winner: null } }];
      return event.type === "message_answered"
        ? [event, { ...event, at: event.at + 1, failure: "later" }]
        : [event];
    });
    expect(reduce(again, last + 1)).toEqual(reduce(events, last + 1));
  });

  it("has the calls before their deadline, and the points of each player after each round", () => {
    const timeline = new Timeline(events);
    const waits = (t: number) => pendingAt(timeline.exchanges, t).map(({ sent }) => sent.exchange);
    for (const { sent, answer } of timeline.exchanges) {
      expect(waits(sent.at).includes(sent.exchange)).toBe(
        (sent.deadline_ms ?? 0) > 0 && answer?.at !== sent.at,
      );
      if (answer !== null) expect(waits(answer.at)).not.toContain(sent.exchange);
      expect(waits(sent.at + (sent.deadline_ms ?? 0))).not.toContain(sent.exchange);
    }
    for (const { player_id, points } of league.end.standings) {
      expect(timeline.points.of(player_id, last).at(-1)).toBe(points);
      expect(timeline.points.of(player_id, moments[0] ?? 0)).toEqual([0]);
    }
  });

  it("has the same object for a match that is over, so that it is not drawn again", () => {
    const timeline = new Timeline(events);
    const [end, later] = [last, last + 100].map((t) => viewAt(timeline, t).matches);
    for (const [index, match] of (end ?? []).entries()) expect(later?.[index]).toBe(match);
  });
});
