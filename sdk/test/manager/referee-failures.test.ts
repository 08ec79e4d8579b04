/** Referees that are unreachable, silent or refuse: others play their matches, or they count for neither player (contract 6; D91). */
import { describe, expect, it } from "vitest";
import { longestMatchMs } from "../../src/domain/match-durations.js";
import { drawn, type MemberReferee } from "../peers/member-referee.js";
import { type Step, silent } from "../peers/scripted-peer.js";
import { leagueOf, Managed } from "./managed.js";

const minute = 60_000;

/** A league of this many players with two referees, each of which takes one match at a time. */
async function leagueOfOneAtATime(
  players: number,
  prepare: (referees: MemberReferee[]) => void,
): Promise<Managed> {
  const platform = new Managed();
  for (const _ of [1, 2]) await platform.referee().register({ max_concurrent_matches: 1 });
  await platform.enrol(players, 0);
  prepare(platform.referees);
  await platform.start();
  return platform;
}

describe("a referee", () => {
  it("that is unreachable loses its matches to another one", async () => {
    const platform = await leagueOf(4, 2, ({ referees }) => referees[0]?.disconnect());
    const end = await platform.end();
    expect(platform.referees[1]?.given.toSorted()).toEqual(["R1M1", "R1M2", "R2M1", "R2M2", "R3M1", "R3M2"]);
    expect(platform.referees[1]?.mostAtOnce).toBeLessThanOrEqual(2);
    for (const { played } of end.standings) expect(played).toBe(3);
    expect(platform.events.filter(({ type }) => type === "result_recorded")).toHaveLength(6);
  });

  it("that does not acknowledge gets four orders, then another one gets the match", async () => {
    const platform = await leagueOf(2, 2, ({ referees }) => {
      if (referees[0]) referees[0].script = { run_match: silent };
    });
    await platform.end();
    expect(platform.referees[0]?.given).toEqual(["R1M1", "R1M1", "R1M1", "R1M1"]);
    expect(platform.referees[1]?.given).toEqual(["R1M1"]);
  });

  it("that is silent gets no further orders while others answer", async () => {
    const platform = await leagueOf(4, 2, ({ referees }) => {
      if (referees[0]) referees[0].script = { any: silent };
    });
    await platform.end();
    expect(new Set(platform.referees[0]?.given)).toEqual(new Set(["R1M1"]));
  });

  it("that does not answer gets none of the matches that wait for it", async () => {
    const platform = await leagueOfOneAtATime(8, ([first]) => {
      if (first) first.script = { run_match: silent };
    });
    await platform.environment.until(minute);
    const firstRound = platform.referees[0]?.given.filter((id) => String(id).startsWith("R1"));
    expect(new Set(firstRound)).toEqual(new Set(["R1M1"]));
    expect(platform.referees[1]?.given.slice(0, 4).toSorted()).toEqual(["R1M1", "R1M2", "R1M3", "R1M4"]);
    expect(platform.referees[1]?.mostAtOnce).toBe(1);
  });

  it("that reports late is accepted, and another one gets no order if its match has not started", async () => {
    const platform = await leagueOfOneAtATime(8, ([first, second]) => {
      if (first) first.report = () => null;
      if (second) second.matchMs = 200_000;
    });
    await platform.environment.until(longestMatchMs() + 10_000);
    const [first, second] = platform.referees;
    const order = first?.of("run_match")[0]?.params ?? {};
    await platform.environment.run(first?.send(order, drawn(order)) ?? Promise.reject());
    await platform.environment.until(20 * minute);
    expect(second?.given).toContain("R1M3");
    expect(second?.given).not.toContain("R1M1");
  });

  it.each<[string, Step]>([
    ["refuses", () => ({ error: { code: -32008, message: "INVALID_STATE" } })],
    ["answers with invalid replies", () => ({ status: 200, body: "accepted" })],
  ])("that %s loses the match at once", async (_what, run_match) => {
    const platform = await leagueOf(2, 2, ({ referees }) => {
      if (referees[0]) referees[0].script = { run_match };
    });
    await platform.end();
    expect(platform.referees[0]?.given).toEqual(["R1M1"]);
    expect(platform.referees[1]?.times("run_match")).toEqual([0]);
  });

  it("that refuses gets three orders, 2 s apart, if there is no other one", async () => {
    const platform = await leagueOf(2, 1, ({ referees }) => {
      if (referees[0])
        referees[0].script = { run_match: () => ({ error: { code: -32008, message: "not yet" } }) };
    });
    await platform.end();
    expect(platform.referees[0]?.times("run_match")).toEqual([0, 2_000, 4_000]);
  });

  it("that accepts a match and sends no report loses it after the longest valid duration", async () => {
    const platform = await leagueOf(2, 2, ({ referees }) => {
      if (referees[0]) referees[0].report = () => null;
    });
    await platform.end();
    expect(platform.referees[1]?.times("run_match")).toEqual([longestMatchMs()]);
    // 26 s of joins, 126 s of choices, 10 s for GAME_OVER, and four reports with the longest pauses.
    expect(longestMatchMs()).toBe(26_000 + 126_000 + 10_000 + 55_000);
  });

  it("that reports after its match was assigned to another one is accepted if its report is the first", async () => {
    const platform = await leagueOf(2, 2, ({ referees }) => {
      const [first, second] = referees;
      if (first) first.report = () => null;
      if (second) second.matchMs = 30_000;
    });
    await platform.environment.until(longestMatchMs() + 10_000);
    const [first] = platform.referees;
    const order = first?.of("run_match")[0]?.params ?? {};
    expect(
      await platform.environment.run(first?.send(order, drawn(order)) ?? Promise.reject()),
    ).toMatchObject({
      result: { status: "recorded" },
    });
    const end = await platform.end();
    expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
    await platform.environment.until(platform.environment.now + minute);
    expect(platform.referees[1]?.answers).toMatchObject([{ error: { code: -32007 } }]);
    expect((await platform.manager.standings()).map(({ points }) => points)).toEqual([1, 1]);
  });

  it("that could not deliver its report gets the order again, if there is no other referee", async () => {
    const platform = await leagueOf(2, 1, ({ referees }) => {
      const [only] = referees;
      if (only) only.report = (order) => (only.given.length === 1 ? null : drawn(order));
    });
    const end = await platform.end();
    expect(platform.referees[0]?.given).toEqual(["R1M1", "R1M1"]);
    expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
  });

  it("that becomes unreachable in a match is replaced", async () => {
    const platform = await leagueOf(4, 2, ({ environment, referees }) => {
      const [first] = referees;
      if (first) first.report = () => null;
      environment.platform.clock.after(50, () => first?.disconnect());
    });
    expect(await platform.end()).toMatchObject({ total_matches: 6 });
    for (const { played } of await platform.manager.standings()) expect(played).toBe(3);
  });

  it("that is reachable again gets matches again", async () => {
    const platform = await leagueOf(4, 2, ({ environment, referees }) => {
      const [first] = referees;
      first?.disconnect();
      environment.platform.clock.after(45_000, () => first?.listen());
      if (referees[1]) referees[1].matchMs = 40_000;
    });
    await platform.end();
    expect(platform.referees[0]?.given.length).toBeGreaterThan(0);
  });
});

describe("when every referee", () => {
  const loser = { status: "TECHNICAL_LOSS", winner: null, referee_id: null, drawn_number: null };

  it.each<[string, Step]>([
    ["refuses", () => ({ error: { code: -32008, message: "INVALID_STATE" } })],
    ["is silent", silent],
  ])("%s, the matches count for neither player and the league ends", async (_what, run_match) => {
    const platform = await leagueOf(3, 2, ({ referees }) => {
      for (const referee of referees) referee.script = { run_match };
    });
    const end = await platform.end();
    expect(end.standings.map(({ points, played, losses }) => [points, played, losses])).toEqual([
      [0, 2, 2],
      [0, 2, 2],
      [0, 2, 2],
    ]);
    const results = platform.events.flatMap((event) =>
      event.type === "result_recorded" ? [event.result] : [],
    );
    expect(results).toHaveLength(3);
    for (const result of results) expect(result).toMatchObject(loser);
    expect(end.champion.player_id).toBe("P01");
  });

  it("is unreachable, the league ends soon", async () => {
    const platform = await leagueOf(4, 2, ({ referees }) => {
      for (const referee of referees) referee.disconnect();
    });
    expect(await platform.end()).toMatchObject({ total_matches: 6 });
    expect(platform.environment.now).toBeLessThan(5 * minute);
  });
});
