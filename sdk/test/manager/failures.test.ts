/** Players, referees and a store that fail: the league continues (contract 6 and 8; D91, D94, D103). */
import { describe, expect, it } from "vitest";
import { longestMatchMs } from "../../src/domain/match-durations.js";
import { MemoryStore } from "../../src/manager/store/memory-store.js";
import { drawn } from "../peers/member.js";
import { type Step, silent } from "../peers/scripted-peer.js";
import { leagueOf, Managed, managed } from "./managed.js";

const minute = 60_000;

describe("a player", () => {
  it("that is silent delays each message by 10 s, until it has missed three in a row", async () => {
    const platform = await leagueOf(4, 2, ({ players }) => {
      if (players[3]) players[3].script = { any: silent };
    });
    await platform.end();
    const [first] = platform.players;
    expect(first?.times("notify_round")).toEqual([0, 30_100, 30_200]);
    expect(first?.received.map(({ at }) => at).slice(0, 3)).toEqual([0, 10_100, 20_100]);
    expect(platform.players[3]?.of("notify_round")).toHaveLength(3);
  });

  it("that is suspended still gets all messages, and is reinstated by one answer", async () => {
    const platform = await leagueOf(4, 2, ({ players: [first] }) => {
      if (first === undefined) return;
      first.script = {
        notify_round: (h) => (h.params.round_id === 1 ? silent(h) : first.acknowledge(h)),
        update_standings: silent,
        notify_round_completed: silent,
      };
    });
    await platform.end();
    const log = platform.environment.logged.filter(({ message }) => message.startsWith("P01 is"));
    expect(log.slice(-2)).toMatchObject([
      { level: "warn", message: "P01 is SUSPENDED" },
      { level: "info", message: "P01 is ACTIVE" },
    ]);
    expect(platform.players[0]?.of("notify_round")).toHaveLength(3);
  });
});

it.each([
  ["none answers, three more times, 2 s apart", 0, [0, 12_000, 24_000, 36_000]],
  ["one answers", 2, [0, 12_000]],
])("a round is announced to its players until %s, and then played", async (_what, answers, times) => {
  const platform = await leagueOf(2, 1, ({ players }) => {
    for (const player of players) player.script = { any: silent };
    const [first] = players;
    if (first) first.script = { any: (h) => (h.count === answers ? first.acknowledge(h) : silent(h)) };
  });
  await platform.end();
  expect(platform.players[0]?.times("notify_round")).toEqual(times);
  expect(platform.referees[0]?.given).toEqual(["R1M1"]);
  const isLogged = ({ message }: { message: string }) => message.startsWith("NO_PLAYERS_REACHABLE");
  expect(platform.environment.logged.some(isLogged)).toBe(true);
});

it("a round that is announced again is not sent to a suspended player whose first message may still arrive", async () => {
  const platform = await leagueOf(3, 1, ({ players }) => {
    for (const player of players) player.script = { any: silent };
  });
  await platform.end();
  const rounds = platform.players[0]?.of("notify_round").map(({ params }) => params.round_id);
  expect(rounds).toEqual([1, 1, 1, 1, 2, 3]);
});

it("a league ends even if all its agents become unreachable; the matches left count for neither player", async () => {
  const platform = await managed(4, 2);
  platform.environment.platform.clock.after(10, () => {
    for (const member of [...platform.players, ...platform.referees]) member.disconnect();
  });
  expect(await platform.end()).toMatchObject({ total_rounds: 3, total_matches: 6 });
  const unplayed = { status: "TECHNICAL_LOSS", winner: null, referee_id: null, drawn_number: null };
  const results = platform.events.flatMap((event) =>
    event.type === "result_recorded" ? [event.result] : [],
  );
  const afterFirstRound = results.filter(({ round_id }) => round_id > 1);
  expect(afterFirstRound).toMatchObject(Array(4).fill(unplayed));
  await platform.environment.until(platform.environment.now + minute);
  expect(platform.environment.platform.clock.pending).toBe(0);
});

describe("a referee", () => {
  it.each<[string, number, Step]>([
    ["is silent gets four orders", 4, silent],
    ["refuses gets one order", 1, () => ({ error: { code: -32008, message: "INVALID_STATE" } })],
    ["answers with invalid replies gets one order", 1, () => ({ status: 200, body: "accepted" })],
  ])("that %s, then another one gets its matches", async (_what, orders, run_match) => {
    const platform = await leagueOf(4, 2, ({ referees }) => {
      if (referees[0]) referees[0].script = { run_match };
    });
    await platform.end();
    const [first, second] = platform.referees;
    expect(first?.given.filter((match_id) => match_id === "R1M1")).toHaveLength(orders);
    expect(second?.given.toSorted()).toEqual(["R1M1", "R1M2", "R2M1", "R2M2", "R3M1", "R3M2"]);
  });

  it("that fails with a match gets no other one until it answers, not even one that waits for a place", async () => {
    const platform = new Managed();
    for (const _ of [1, 2]) await platform.referee().register({ max_concurrent_matches: 1 });
    await platform.enrol(8, 0);
    const [first, second] = platform.referees;
    if (first) first.script = { any: silent };
    await platform.start();
    await platform.end();
    expect(new Set(first?.given)).toEqual(new Set(["R1M1"]));
    expect(new Set(second?.given).size).toBe(28);
  });

  it.each<[string, string, number[], Step]>([
    ["refuses", "three orders, 2 s apart,", [0, 2, 4], () => ({ error: { code: -32008, message: "no" } })],
    ["is silent", "four orders", [0, 10, 20, 31], silent],
  ])("that %s gets %s if there is no other one", async (_what, _orders, seconds, run_match) => {
    const platform = await leagueOf(2, 1, ({ referees }) => {
      if (referees[0]) referees[0].script = { run_match };
    });
    await platform.end();
    const times = platform.referees[0]?.times("run_match") ?? [];
    expect(times.map((ms) => Math.floor(ms / 1000))).toEqual(seconds);
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

  it("that reports after its match was given to another one is accepted if its report is the first", async () => {
    const platform = await leagueOf(2, 2, ({ referees: [first, second] }) => {
      if (first) first.report = () => null;
      if (second) second.matchMs = 30_000;
    });
    await platform.environment.until(longestMatchMs() + 10_000);
    const [first] = platform.referees;
    const order = first?.of("run_match")[0]?.params ?? {};
    const answer = first?.send(order, drawn(order)) ?? Promise.reject();
    expect((await platform.environment.run(answer)).result).toMatchObject({ status: "recorded" });
    const end = await platform.end();
    await platform.environment.until(platform.environment.now + minute);
    expect(platform.referees[1]?.answers).toMatchObject([{ error: { code: -32007 } }]);
    for (const standings of [end.standings, await platform.manager.standings()])
      expect(standings.map(({ points }) => points)).toEqual([1, 1]);
  });

  it("that reports a match for which another one has no place yet is accepted, and the other gets no order", async () => {
    const platform = new Managed();
    for (const _ of [1, 2]) await platform.referee().register({ max_concurrent_matches: 1 });
    await platform.enrol(8, 0);
    const [first, second] = platform.referees;
    if (first) first.report = () => null;
    if (second) second.matchMs = 200_000;
    await platform.start();
    await platform.environment.until(longestMatchMs() + 10_000);
    const order = first?.of("run_match")[0]?.params ?? {};
    await platform.environment.run(first?.send(order, drawn(order)) ?? Promise.reject());
    await platform.environment.until(20 * minute);
    expect(second?.given).toContain("R1M3");
    expect(second?.given).not.toContain("R1M1");
  });

  it("that reports a match whose order it has not acknowledged gets no further order", async () => {
    const platform = await leagueOf(2, 1, ({ referees: [only] }) => {
      if (only === undefined) return;
      const plays: Step = (order) => {
        only.acknowledge(order);
        return silent(order);
      };
      only.script = { run_match: plays };
    });
    await platform.end();
    await platform.environment.until(minute);
    expect(platform.referees[0]?.given).toEqual(["R1M1"]);
  });

  it("that could not deliver its report gets the order again, if there is no other referee", async () => {
    const platform = await leagueOf(2, 1, ({ referees: [only] }) => {
      if (only) only.report = (order) => (only.given.length === 1 ? null : drawn(order));
    });
    const end = await platform.end();
    expect(platform.referees[0]?.given).toEqual(["R1M1", "R1M1"]);
    expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
  });
});

describe("a store that fails", () => {
  /** Fails at the first calls of one of its methods. */
  function failing(method: "begin" | "record" | "tallies", failures: number): MemoryStore {
    const store = new MemoryStore();
    const works = store[method].bind(store) as (...args: unknown[]) => Promise<never>;
    let left = failures;
    const fails = (...args: unknown[]) =>
      left-- > 0 ? Promise.reject(new Error("disk full")) : works(...args);
    return Object.assign(store, { [method]: fails });
  }

  it("at the start leaves the league open for another start", async () => {
    const platform = new Managed({ store: failing("begin", 1) });
    await platform.enrol(2, 1);
    expect((await platform.start()).error).toMatchObject({ code: -32603, message: "Internal error" });
    expect(await platform.player().register()).toMatchObject({ status: "ACCEPTED" });
    expect((await platform.start()).result).toMatchObject({ total_matches: 3 });
  });

  it("at a report answers with an internal error, so that the referee reports again", async () => {
    const platform = await managed(2, 1, { store: failing("record", 1) });
    const [referee] = platform.referees;
    await platform.environment.until(1_000);
    expect(referee?.answers).toMatchObject([{ error: { code: -32603 } }]);
    const order = referee?.of("run_match")[0]?.params ?? {};
    expect(await referee?.send(order, drawn(order))).toMatchObject({ result: { status: "recorded" } });
  });

  it("permanently ends the league with its error, and is logged", async () => {
    const platform = await managed(2, 1, { store: failing("tallies", Number.POSITIVE_INFINITY) });
    await expect(platform.end()).rejects.toThrow("disk full");
    const line = { level: "error", message: "the league stopped: disk full" };
    expect(platform.environment.logged).toContainEqual(expect.objectContaining(line));
  });
});
