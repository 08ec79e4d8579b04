/** Members that die, stay silent or answer nonsense: the league ends all the same (contract 6 and 8; D91, D94, D103). */
import { describe, expect, it } from "vitest";
import { longestMatchMs } from "../../src/manager/lease.js";
import type { Member } from "../peers/member.js";
import { drawn } from "../peers/member-referee.js";
import { type Step, silent } from "../peers/scripted-peer.js";
import { Managed, managed } from "./managed.js";

const minute = 60_000;

/** A league whose members have registered, with this one's script in place before it begins. */
async function leagueOf(
  players: number,
  referees: number,
  prepare: (world: Managed) => void,
): Promise<Managed> {
  const world = new Managed();
  await world.enrol(players, referees);
  prepare(world);
  await world.start();
  return world;
}

describe("a player", () => {
  it("that is silent holds each message up for 10 s, until it has missed three in a row", async () => {
    const world = await leagueOf(4, 2, ({ players }) => {
      if (players[3]) players[3].script = { any: silent };
    });
    await world.end();
    const [first] = world.players;
    expect(first?.times("notify_round")).toEqual([0, 30_100, 30_200]);
    expect(first?.heard.map(({ at }) => at).slice(0, 3)).toEqual([0, 10_100, 20_100]);
    expect(world.told("notify_round").filter(({ name }) => name === "Player 4")).toHaveLength(3);
    expect(world.stage.logged).toContainEqual(
      expect.objectContaining({ level: "warn", message: "P04 is SUSPENDED" }),
    );
  });

  it.each<[string, (player: Member) => void]>([
    ["is dead", (player) => player.die()],
    ["is silent", (player) => Object.assign(player.script, { any: silent })],
    [
      "answers with errors",
      (player) => Object.assign(player.script, { any: () => ({ error: { code: -32603, message: "no" } }) }),
    ],
    [
      "answers nonsense",
      (player) => Object.assign(player.script, { any: () => ({ status: 200, body: "ok" }) }),
    ],
    [
      "answers HTTP 500",
      (player) => Object.assign(player.script, { any: () => ({ status: 500, body: "oops" }) }),
    ],
  ])("that %s keeps no league from its end", async (_what, prepare) => {
    const world = await leagueOf(4, 2, ({ players }) => players[2] && prepare(players[2]));
    expect(await world.end()).toMatchObject({ total_matches: 6 });
    expect(world.stage.now).toBeLessThan(minute);
    expect(world.players[0]?.of("notify_league_completed")).toHaveLength(1);
  });

  it("that is suspended is still told everything, and comes back with one answer", async () => {
    const world = await leagueOf(4, 2, ({ players }) => {
      const [first] = players;
      if (first)
        first.script = {
          notify_round: (h) => (h.params.round_id === 1 ? silent(h) : first.acknowledge(h)),
          update_standings: silent,
          notify_round_completed: silent,
        };
    });
    await world.end();
    const log = world.stage.logged
      .map(({ message }) => message)
      .filter((message) => message.startsWith("P01 is"));
    expect(log.slice(-2)).toEqual(["P01 is SUSPENDED", "P01 is ACTIVE"]);
    expect(world.players[0]?.of("notify_round")).toHaveLength(3);
  });

  it("that misses two and answers the third is waited for", async () => {
    const world = await leagueOf(4, 2, ({ players }) => {
      const [first] = players;
      if (first) first.script = { notify_round: silent, update_standings: silent };
    });
    await world.end();
    const [, second] = world.players;
    // Three rounds with two missed deadlines each: the misses are never in a row of three.
    expect(second?.of("notify_league_completed")[0]?.at).toBeGreaterThanOrEqual(minute);
    expect(world.stage.logged.some(({ message }) => message === "P01 is SUSPENDED")).toBe(false);
  });
});

describe("when no player can be reached", () => {
  it("the round is announced three times more, 2 s apart, and then played", async () => {
    const world = await leagueOf(2, 1, ({ players }) => {
      for (const player of players) player.script = { any: silent };
    });
    await world.end();
    const [first, second, third, fourth] = world.players[0]?.times("notify_round") ?? [];
    expect(world.players[0]?.of("notify_round")).toHaveLength(4);
    expect([first, second]).toEqual([0, 12_000]);
    expect((third ?? 0) - (second ?? 0)).toBe(12_000);
    expect((fourth ?? 0) - (third ?? 0)).toBe(12_000);
    expect(world.referees[0]?.given).toEqual(["R1M1"]);
    expect(world.stage.logged.some(({ message }) => message.startsWith("NO_PLAYERS_REACHABLE"))).toBe(true);
  });

  it("one acknowledgement is enough to go on", async () => {
    const world = await leagueOf(2, 1, ({ players }) => {
      const [first, second] = players;
      if (second) second.script = { any: silent };
      if (first) first.script = { notify_round: (h) => (h.count === 1 ? silent(h) : first.acknowledge(h)) };
    });
    await world.end();
    expect(world.players[0]?.of("notify_round")).toHaveLength(2);
  });
});

describe("a referee", () => {
  it("that is dead loses its matches to another one", async () => {
    const world = await leagueOf(4, 2, ({ referees }) => referees[0]?.die());
    const end = await world.end();
    expect(world.referees[1]?.given.toSorted()).toEqual(["R1M1", "R1M2", "R2M1", "R2M2", "R3M1", "R3M2"]);
    expect(world.referees[1]?.mostAtOnce).toBeLessThanOrEqual(2);
    for (const { played } of end.standings) expect(played).toBe(3);
    expect(world.events.filter(({ type }) => type === "result_recorded")).toHaveLength(6);
  });

  it("that does not acknowledge is asked four times, then another one is", async () => {
    const world = await leagueOf(2, 2, ({ referees }) => {
      if (referees[0]) referees[0].script = { run_match: silent };
    });
    await world.end();
    expect(world.referees[0]?.given).toEqual(["R1M1", "R1M1", "R1M1", "R1M1"]);
    expect(world.referees[1]?.given).toEqual(["R1M1"]);
  });

  it.each<[string, Step]>([
    ["refuses", () => ({ error: { code: -32008, message: "INVALID_STATE" } })],
    ["answers nonsense", () => ({ status: 200, body: "accepted" })],
  ])("that %s loses the match at once", async (_what, run_match) => {
    const world = await leagueOf(2, 2, ({ referees }) => {
      if (referees[0]) referees[0].script = { run_match };
    });
    await world.end();
    expect(world.referees[0]?.given).toEqual(["R1M1"]);
    expect(world.referees[1]?.times("run_match")).toEqual([0]);
  });

  it("that takes a match and never reports it has as long as a match can rightfully last", async () => {
    const world = await leagueOf(2, 2, ({ referees }) => {
      if (referees[0]) referees[0].report = () => null;
    });
    await world.end();
    expect(world.referees[1]?.times("run_match")).toEqual([longestMatchMs()]);
    // 26 s of joins, 126 s of choices, 10 s for GAME_OVER, and four reports with the longest pauses.
    expect(longestMatchMs()).toBe(26_000 + 126_000 + 10_000 + 55_000);
  });

  it("that reports after its match was given to another one is believed if it is the first", async () => {
    const world = await leagueOf(2, 2, ({ referees }) => {
      const [first, second] = referees;
      if (first) first.report = () => null;
      if (second) second.matchMs = 30_000;
    });
    await world.stage.until(longestMatchMs() + 10_000);
    const [first] = world.referees;
    const order = first?.of("run_match")[0]?.params ?? {};
    expect(await world.stage.run(first?.send(order, drawn(order)) ?? Promise.reject())).toMatchObject({
      result: { status: "recorded" },
    });
    const end = await world.end();
    expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
    await world.stage.until(world.stage.now + minute);
    expect(world.referees[1]?.answers).toMatchObject([{ error: { code: -32007 } }]);
    expect((await world.manager.standings()).map(({ points }) => points)).toEqual([1, 1]);
  });

  it("that could not deliver its report is asked for it again, when there is no other referee", async () => {
    const world = await leagueOf(2, 1, ({ referees }) => {
      const [only] = referees;
      if (only) only.report = (order) => (only.given.length === 1 ? null : drawn(order));
    });
    const end = await world.end();
    expect(world.referees[0]?.given).toEqual(["R1M1", "R1M1"]);
    expect(end.standings.map(({ points }) => points)).toEqual([1, 1]);
  });

  it("that dies in the middle of a match is replaced", async () => {
    const world = await leagueOf(4, 2, ({ stage, referees }) => {
      const [first] = referees;
      if (first) first.report = () => null;
      stage.world.clock.after(50, () => first?.die());
    });
    expect(await world.end()).toMatchObject({ total_matches: 6 });
    for (const { played } of await world.manager.standings()) expect(played).toBe(3);
  });

  it("that comes back is given matches again", async () => {
    const world = await leagueOf(4, 2, ({ stage, referees }) => {
      const [first] = referees;
      first?.die();
      stage.world.clock.after(45_000, () => first?.listen());
      if (referees[1]) referees[1].matchMs = 40_000;
    });
    await world.end();
    expect(world.referees[0]?.given.length).toBeGreaterThan(0);
  });
});

describe("when every referee", () => {
  const loser = { status: "TECHNICAL_LOSS", winner: null, referee_id: null, drawn_number: null };

  it.each<[string, Step]>([
    ["refuses", () => ({ error: { code: -32008, message: "INVALID_STATE" } })],
    ["is silent", silent],
  ])("%s, the matches count for nobody and the league ends", async (_what, run_match) => {
    const world = await leagueOf(3, 2, ({ referees }) => {
      for (const referee of referees) referee.script = { run_match };
    });
    const end = await world.end();
    expect(end.standings.map(({ points, played, losses }) => [points, played, losses])).toEqual([
      [0, 2, 2],
      [0, 2, 2],
      [0, 2, 2],
    ]);
    const results = world.events.flatMap((event) => (event.type === "result_recorded" ? [event.result] : []));
    expect(results).toHaveLength(3);
    for (const result of results) expect(result).toMatchObject(loser);
    expect(end.champion.player_id).toBe("P01");
  });

  it("is dead, the league ends soon", async () => {
    const world = await leagueOf(4, 2, ({ referees }) => {
      for (const referee of referees) referee.die();
    });
    expect(await world.end()).toMatchObject({ total_matches: 6 });
    expect(world.stage.now).toBeLessThan(5 * minute);
  });
});

it("a league in which everybody dies ends", async () => {
  const world = await managed(4, 2);
  world.stage.world.clock.after(10, () => {
    for (const member of [...world.players, ...world.referees]) member.die();
  });
  expect(await world.end()).toMatchObject({ total_rounds: 3, total_matches: 6 });
  await world.stage.until(world.stage.now + minute);
  expect(world.stage.world.clock.pending).toBe(0);
});
