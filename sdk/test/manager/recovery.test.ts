/** A league manager that starts on the store of a league (contract 9). Its crashes at any access to the store are in tools/simulate. */
import { protocol } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/manager/store/memory-store.js";
import { drawn } from "../peers/member.js";
import { Managed, managed } from "./managed.js";

describe("a manager that starts on the store of a league", () => {
  /** The same league, led by another manager, as after a crash; the first one is closed. */
  async function restarted(platform: Managed, store: MemoryStore): Promise<void> {
    await platform.environment.until(platform.environment.now + 1);
    await platform.manager.close();
    platform.restart({ players: 2, referees: 1, store });
  }

  it("starts the league when the last member registers", async () => {
    const store = new MemoryStore();
    const platform = new Managed({ players: 2, referees: 1, store });
    await platform.enrol(1, 1);
    await restarted(platform, store);
    await platform.environment.until(60_000);
    expect(platform.manager.health()).toMatchObject({ state: "WAITING_FOR_REGISTRATIONS" });
    expect(await platform.player().register()).toMatchObject({ player_id: "P02" });
    expect(await platform.end()).toMatchObject({ total_matches: 1 });
  });

  it("starts the league if the last member registered just before the crash", async () => {
    const store = new MemoryStore();
    // It expects one player more, and so leaves the start to the next manager.
    const platform = new Managed({ players: 3, referees: 1, store });
    await platform.enrol(2, 1);
    await restarted(platform, store);
    expect(await platform.end()).toMatchObject({ total_matches: 1 });
  });

  it("answers a repeated registration with a valid token, and the first one stays valid", async () => {
    const store = new MemoryStore();
    const platform = await managed(2, 1, { store });
    await restarted(platform, store);
    const [player] = platform.players;
    const first = player?.token ?? "";
    expect(await player?.register()).toMatchObject({ status: "ACCEPTED", player_id: "P01" });
    for (const auth_token of [first, player?.token ?? ""]) {
      const query = player?.query("GET_STANDINGS", {}, { auth_token });
      expect((await platform.environment.run(query ?? Promise.reject())).result).toMatchObject({
        success: true,
      });
    }
    expect(player?.token).not.toBe(first);
  });

  it("answers a repeated registration with a new token if later ones of other managers have replaced its own", async () => {
    const store = new MemoryStore();
    const [player] = (await managed(2, 1, { store })).players;
    for (let count = 0; count < protocol.tokens.valid; count++) await store.addToken("P01", `token ${count}`);
    expect(await player?.register()).toMatchObject({ status: "ACCEPTED", player_id: "P01" });
    expect(await store.holdsToken("P01", player?.token ?? "")).toBe(true);
  });

  it("accepts the report of a match that was assigned before", async () => {
    const store = new MemoryStore();
    const platform = await managed(2, 1, { store });
    const [referee] = platform.referees;
    if (referee) referee.report = () => null;
    await platform.environment.until(50);
    const order = referee?.of("run_match")[0]?.params ?? {};
    await restarted(platform, store);
    const answer = await platform.environment.run(referee?.send(order, drawn(order)) ?? Promise.reject());
    expect(answer.result).toMatchObject({ status: "recorded" });
    expect((await platform.end()).standings.map(({ points }) => points)).toEqual([1, 1]);
  });

  it("plays no match again if a power failure has lost its completed rounds, leases and acknowledgements", async () => {
    const store = new MemoryStore();
    const platform = await managed(3, 1, { store });
    await platform.environment.until(150);
    expect(await store.completedRound()).toBe(1);
    const left = new MemoryStore();
    const members = [...(await store.members("referee")), ...(await store.members("player"))];
    const tokens = [...platform.referees, ...platform.players].map(({ token }) => token);
    for (const [index, member] of members.entries())
      await left.admit(() => ({ member, token: tokens[index] ?? "" }));
    const rounds = await store.schedule();
    await left.begin(() => ({ rounds }));
    for (const { match_id } of rounds.flatMap(({ matches }) => matches)) {
      const result = await store.result(match_id);
      if (result !== null) await left.record(result);
    }
    await restarted(platform, left);
    await platform.end();
    expect(platform.referees[0]?.given.filter((match_id) => match_id === "R1M1")).toHaveLength(1);
    expect((await left.tallies()).map(({ played }) => played)).toEqual([2, 2, 2]);
    expect(await left.completedRound()).toBe(3);
  });

  it("sends the order again to the referee with the lease of the match, and to no other one", async () => {
    const store = new MemoryStore();
    const platform = new Managed({ players: 2, referees: 2, store });
    await platform.enrol(2, 2);
    const [first, second] = platform.referees;
    if (first) first.report = () => null;
    await platform.environment.until(50);
    await restarted(platform, store);
    if (first) first.report = drawn;
    await platform.end();
    expect(first?.given).toEqual(["R1M1", "R1M1"]);
    expect(second?.given).toEqual([]);
    expect(platform.environment.now).toBeLessThan(10_000);
  });

  it("resumes its embedded referee as the same member", async () => {
    const store = new MemoryStore();
    const options = { players: 3, referees: 1, referee: "embedded", store } as const;
    const platform = new Managed(options);
    await platform.environment.until(10);
    await platform.enrol(2, 0);
    await platform.manager.close();
    platform.restart(options);
    await platform.environment.until(5_000);
    await platform.enrol(1, 0);
    expect(await platform.end()).toMatchObject({ total_matches: 3 });
    expect((await store.members("referee")).map(({ id }) => id)).toEqual(["REF01"]);
    expect(await store.result("R1M1")).toMatchObject({ referee_id: "REF01" });
  });

  it("emits its state instead of a start to the listeners of its events", async () => {
    const store = new MemoryStore();
    const platform = await managed(3, 1, { store });
    await platform.environment.until(150);
    platform.events.length = 0;
    await restarted(platform, store);
    await platform.end();
    expect(platform.story.slice(0, 1)).toEqual(["league_resumed"]);
    expect(platform.events[0]).toMatchObject({
      completed_round: 1,
      rounds: [{}, {}, {}],
      members: [{}, {}, {}, {}],
    });
    expect(platform.story.filter((type) => type === "result_recorded")).toHaveLength(2);
  });

  it("sends no messages if the league is over, and resolves with its end", async () => {
    const store = new MemoryStore();
    const platform = await managed(2, 1, { store });
    const end = await platform.end();
    const request = platform.sent("notify_league_completed").length;
    await restarted(platform, store);
    expect(await platform.end()).toEqual(end);
    await platform.environment.until(60_000);
    expect(platform.manager.health()).toMatchObject({ state: "LEAGUE_COMPLETE" });
    expect(platform.sent("notify_league_completed")).toHaveLength(request);
    expect(platform.environment.platform.clock.pending).toBe(0);
  });
});
