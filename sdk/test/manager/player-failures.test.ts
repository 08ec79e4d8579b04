/** Players that are unreachable, silent or answer with invalid replies: the league continues (contract 8; D94, D103). */
import { describe, expect, it } from "vitest";
import type { Member } from "../peers/member.js";
import { silent } from "../peers/scripted-peer.js";
import { leagueOf, managed } from "./managed.js";

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
    expect(platform.sent("notify_round").filter(({ name }) => name === "Player 4")).toHaveLength(3);
    expect(platform.environment.logged).toContainEqual(
      expect.objectContaining({ level: "warn", message: "P04 is SUSPENDED" }),
    );
  });

  it.each<[string, (player: Member) => void]>([
    ["is unreachable", (player) => player.disconnect()],
    ["is silent", (player) => Object.assign(player.script, { any: silent })],
    [
      "answers with errors",
      (player) => Object.assign(player.script, { any: () => ({ error: { code: -32603, message: "no" } }) }),
    ],
    [
      "answers with invalid replies",
      (player) => Object.assign(player.script, { any: () => ({ status: 200, body: "ok" }) }),
    ],
    [
      "answers HTTP 500",
      (player) => Object.assign(player.script, { any: () => ({ status: 500, body: "oops" }) }),
    ],
  ])("that %s does not prevent the end of the league", async (_what, prepare) => {
    const platform = await leagueOf(4, 2, ({ players }) => players[2] && prepare(players[2]));
    expect(await platform.end()).toMatchObject({ total_matches: 6 });
    expect(platform.environment.now).toBeLessThan(minute);
    expect(platform.players[0]?.of("notify_league_completed")).toHaveLength(1);
  });

  it("that is suspended still gets all messages, and is reinstated by one answer", async () => {
    const platform = await leagueOf(4, 2, ({ players }) => {
      const [first] = players;
      if (first)
        first.script = {
          notify_round: (h) => (h.params.round_id === 1 ? silent(h) : first.acknowledge(h)),
          update_standings: silent,
          notify_round_completed: silent,
        };
    });
    await platform.end();
    const log = platform.environment.logged
      .map(({ message }) => message)
      .filter((message) => message.startsWith("P01 is"));
    expect(log.slice(-2)).toEqual(["P01 is SUSPENDED", "P01 is ACTIVE"]);
    expect(platform.players[0]?.of("notify_round")).toHaveLength(3);
  });

  it("that misses two messages and answers the third is not suspended", async () => {
    const platform = await leagueOf(4, 2, ({ players }) => {
      const [first] = players;
      if (first) first.script = { notify_round: silent, update_standings: silent };
    });
    await platform.end();
    const [, second] = platform.players;
    // Three rounds with two missed deadlines each: the misses are never in a row of three.
    expect(second?.of("notify_league_completed")[0]?.at).toBeGreaterThanOrEqual(minute);
    expect(platform.environment.logged.some(({ message }) => message === "P01 is SUSPENDED")).toBe(false);
  });
});

describe("when no player can be reached", () => {
  it("the round is announced three more times, 2 s apart, and then played", async () => {
    const platform = await leagueOf(2, 1, ({ players }) => {
      for (const player of players) player.script = { any: silent };
    });
    await platform.end();
    const [first, second, third, fourth] = platform.players[0]?.times("notify_round") ?? [];
    expect(platform.players[0]?.of("notify_round")).toHaveLength(4);
    expect([first, second]).toEqual([0, 12_000]);
    expect((third ?? 0) - (second ?? 0)).toBe(12_000);
    expect((fourth ?? 0) - (third ?? 0)).toBe(12_000);
    expect(platform.referees[0]?.given).toEqual(["R1M1"]);
    expect(
      platform.environment.logged.some(({ message }) => message.startsWith("NO_PLAYERS_REACHABLE")),
    ).toBe(true);
  });

  it("one acknowledgement is enough to continue", async () => {
    const platform = await leagueOf(2, 1, ({ players }) => {
      const [first, second] = players;
      if (second) second.script = { any: silent };
      if (first) first.script = { notify_round: (h) => (h.count === 1 ? silent(h) : first.acknowledge(h)) };
    });
    await platform.end();
    expect(platform.players[0]?.of("notify_round")).toHaveLength(2);
  });
});

it("a league ends even if all its agents become unreachable", async () => {
  const platform = await managed(4, 2);
  platform.environment.platform.clock.after(10, () => {
    for (const member of [...platform.players, ...platform.referees]) member.disconnect();
  });
  expect(await platform.end()).toMatchObject({ total_rounds: 3, total_matches: 6 });
  await platform.environment.until(platform.environment.now + minute);
  expect(platform.environment.platform.clock.pending).toBe(0);
});
