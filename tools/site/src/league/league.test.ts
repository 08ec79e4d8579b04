import { strategies } from "@league-v2/agents";
import { beforeAll, describe, expect, it } from "vitest";
import { differenceOf, firstDifference, momentsOf } from "./differences.js";
import { recordLeague } from "./play.js";
import { type Change, type LeagueRequest, networkFaults } from "./request.js";

const request: LeagueRequest = { seed: 7, opponents: ["random", "frequency", "pattern"], faults: [] };

async function played(changes: Partial<LeagueRequest> = {}) {
  let matches = 0;
  const league = await recordLeague({ ...request, ...changes }, strategies.random, () => {
    matches += 1;
  });
  return { ...league, matches };
}

let first: Awaited<ReturnType<typeof played>>;
beforeAll(async () => {
  first = await played();
});

describe("a league of the page", () => {
  it("reports each match", () => {
    expect(first.matches).toBe(first.report.total_matches);
  });

  it.each(networkFaults)("is complete with the fault %s", async (fault) => {
    const { events } = await played({ faults: [fault] });
    expect(events.at(-1)?.at).toBeGreaterThanOrEqual(first.events.at(-1)?.at ?? 0);
    expect(events.some(({ type }) => type === "league_completed")).toBe(true);
    expect(events).not.toEqual(first.events);
  });
});

const moments = (kind: Change["kind"]) => momentsOf(first.events, kind);

describe("the moments of a league", () => {
  it("are all its messages, in order, with the names of the senders", () => {
    const all = moments("drop");
    expect(all).toHaveLength(first.events.filter(({ type }) => type === "message_sent").length);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(all[0]?.text).toMatch(/^REFEREE_REGISTER_REQUEST from REF01 to the manager$/);
    expect(all.filter(({ text }) => text.includes("an agent"))).toEqual([]);
  });

  it("are two choices for each match", () => {
    const all = moments("choice");
    expect(all).toHaveLength(2 * first.report.total_matches);
    const choices = first.report.rounds.flatMap(({ matches }) =>
      matches.map(({ match_id, choices }) => [match_id, choices] as const),
    );
    for (const { text, change } of all) {
      if (change.kind !== "choice") throw new Error("no choice");
      const [, made] = choices.find(([match_id]) => match_id === change.match_id) ?? [];
      expect(text).toContain(`not ${made?.[change.player_id]} (${change.match_id})`);
    }
  });
});

describe("a fork", () => {
  it.each([0, 5, 11])(
    "with choice %i inverted differs in its match, and in none before it",
    async (index) => {
      const moment = moments("choice")[index];
      if (moment?.change.kind !== "choice") throw new Error("there is no such moment");
      const { matches } = differenceOf(first.report, (await played({ change: moment.change })).report);
      expect(matches).toContain(moment.change.match_id);
      const round = Number(/^R(\d+)/.exec(moment.change.match_id)?.[1]);
      expect(matches.filter((match) => Number(/^R(\d+)/.exec(match)?.[1]) < round)).toEqual([]);
    },
  );

  it.each([0, 20, 60])("without request %i differs from this request on", async (index) => {
    const moment = moments("drop")[index];
    if (moment === undefined) throw new Error("there is no such moment");
    const after = await played({ change: moment.change });
    const difference = firstDifference(first.events, after.events, moment.change);
    expect(difference?.at).toBe(moment.at);
    const marked = (side: "before" | "after") =>
      difference?.[side].find((line) => line.isFirstDifference)?.text;
    expect(marked("before")).toBe(moment.text);
    expect(marked("after")).toBe(`lost: ${moment.text}`);
    const sent = first.events.findIndex((event) => event.at - (first.events[0]?.at ?? 0) === moment.at);
    expect(after.events.slice(0, sent + 1)).toEqual(first.events.slice(0, sent + 1));
    expect(after.events).toContainEqual(
      expect.objectContaining({
        type: "message_answered",
        exchange: index + 1,
        failure: expect.any(String),
        status: null,
      }),
    );
  });

  it("reports no difference for equal leagues", () => {
    const { matches, points } = differenceOf(first.report, first.report);
    expect([matches, points]).toEqual([[], []]);
    expect(firstDifference(first.events, first.events)).toBeNull();
  });
});
