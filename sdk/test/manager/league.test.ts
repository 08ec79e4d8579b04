/**
 * What the operator and the author of a league manager see: its start, events, metrics and end (IS 2.2). The messages of a league are
 * checks of the conformance suite, which the manager passes.
 */
import { protocol } from "@league-v2/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { MemoryStore } from "../../src/manager/store/memory-store.js";
import type { Member, RecordedResult } from "../../src/manager/store/store.js";
import { won } from "../../src/testing/contract-tests/samples.js";
import { Managed, managed, managerPort } from "./managed.js";

describe("a league", () => {
  it("starts when the last expected member registers, after the answer to it, and emits its events in order", async () => {
    const platform = new Managed({ players: 2, referees: 1 });
    await platform.enrol(2, 0);
    await platform.environment.until(60_000);
    expect(platform.sent("notify_round")).toEqual([]);
    const last = platform.referee();
    await last.register();
    expect(last.received).toEqual([]);
    await platform.end();
    expect(platform.story).toEqual([
      "member_registered",
      "member_registered",
      "member_registered",
      "league_started",
      "round_announced",
      "match_started",
      "result_recorded",
      "round_completed",
      "league_completed",
    ]);
    expect(platform.environment.platform.clock.pending).toBe(0);
  });

  it("emits a result before the end of its round, also if the store answers late", async () => {
    class LateStore extends MemoryStore {
      override async record(result: RecordedResult) {
        const recording = await super.record(result);
        await platform.environment.wait(1_000);
        return recording;
      }
    }
    const platform = await managed(2, 1, { store: new LateStore() });
    await platform.end();
    expect(platform.story.slice(-3)).toEqual(["result_recorded", "round_completed", "league_completed"]);
  });

  it("is started once by two orders at once, which close the registration", async () => {
    const open = new Managed();
    await open.enrol(2, 1);
    const order = () =>
      open.environment.post(
        managerPort,
        "start_league",
        open.environment.message("START_LEAGUE", "operator"),
      );
    await open.environment.run(Promise.all([order(), order()]));
    expect(await open.player().register()).toMatchObject({ reason: "Registration closed" });
    await open.end();
    expect(open.referees[0]?.given).toEqual(["R1M1"]);
  });

  it("that two orders start at once is announced after the event of its start", async () => {
    class SlowOnce extends MemoryStore {
      override async members(role: Member["role"]) {
        const isFirst = !this.#isRead && (await this.state()) === "RUNNING_LEAGUE";
        this.#isRead ||= isFirst;
        if (isFirst) await open.environment.wait(1_000);
        return super.members(role);
      }
      #isRead = false;
    }
    const open = new Managed({ store: new SlowOnce() });
    await open.enrol(2, 1);
    const orders = Promise.all([open.start(), open.start()]);
    await open.environment.run(orders);
    await open.end();
    expect(open.story.slice(3, 5)).toEqual(["league_started", "round_announced"]);
  });

  it("continues if a listener throws", async () => {
    const onEvent = () => {
      throw new Error("broken dashboard");
    };
    const platform = await managed(2, 1, { onEvent });
    expect(await platform.end()).toMatchObject({ total_matches: 1 });
  });

  it("sends its agents SHUTDOWN_COMMAND on request", async () => {
    const platform = await managed(2, 1);
    await platform.end();
    await platform.environment.run(platform.manager.shutDownAgents("that is all"));
    const reasons = platform.sent("shutdown").map(({ params }) => params.reason);
    expect(reasons).toEqual(["that is all", "that is all", "that is all"]);
  });

  it("reports its members by state, its matches and its suspended members", async () => {
    const platform = await managed(3, 1);
    platform.players[2]?.disconnect();
    await platform.end();
    const get = async (path: string) =>
      (await platform.manager.handle({ method: "GET", path, contentType: null, body: "" })).body;
    const metrics = await get("/metrics");
    for (const line of [
      "league_matches_recorded 3",
      'league_members{role="player",state="SUSPENDED"} 1',
      'league_requests_total{method="register_player",outcome="answered"} 3',
    ])
      expect(metrics.split("\n")).toContain(line);
    expect(metrics).toMatch(/league_calls_total\{method="notify_round",outcome="unreachable"\} \d+/);
    expect(JSON.parse(await get("/health"))).toMatchObject({ suspended: 1 });
  });
});

describe("a manager that is closed", () => {
  it("during the start does not start the league", async () => {
    for (const turns of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20]) {
      const platform = new Managed();
      await platform.enrol(2, 1);
      const starting = platform.start();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await platform.manager.close();
      await expect(platform.manager.ended).rejects.toThrow("closed");
      await starting;
    }
  });

  it("before the end rejects, and leaves no timer", async () => {
    const platform = await managed(4, 2);
    await platform.environment.until(50);
    await platform.manager.close();
    await expect(platform.manager.ended).rejects.toThrow("closed");
    await platform.environment.until(1_000);
    expect(platform.environment.platform.clock.pending).toBe(0);
  });
});

it("the standings of a round have all of its results, also if the round ends while they are read", async () => {
  class EndingRound extends MemoryStore {
    override async tallies() {
      const before = await super.tallies();
      await this.record(won);
      await this.completeRound(1);
      return before;
    }
  }
  const league = await managed(2, 1, { store: new EndingRound() });
  const view = league.players[0]?.post("get_standings", "GET_STANDINGS") ?? Promise.reject();
  const { result } = await league.environment.run(view);
  expect(result).toMatchObject({ round_id: null, standings: [{ played: 0 }, { played: 0 }] });
});

describe("the registration", () => {
  let platform: Managed;
  const invalid = { status: "REJECTED", reason: "Invalid endpoint", auth_token: null, league_id: null };

  beforeEach(() => {
    platform = new Managed({ players: 4, referees: 2 });
  });

  it("refuses an endpoint with credentials", async () => {
    const contact_endpoint = "http://user:secret@127.0.0.1:8101/mcp";
    expect(await platform.player().register({ contact_endpoint })).toMatchObject(invalid);
  });

  it.each([
    "http://localhost:8101/mcp",
    "http://127.8.9.1:81/mcp",
    "http://[::1]:8101/mcp",
    "https://127.0.0.1/mcp",
  ])("accepts the loopback endpoint %s", async (contact_endpoint) => {
    expect(await platform.player().register({ contact_endpoint })).toMatchObject({ status: "ACCEPTED" });
  });

  it.each([
    ["leads elsewhere", async () => ["127.0.0.1", "10.0.0.7"], invalid],
    ["leads nowhere", async () => [], invalid],
    ["is unknown", () => Promise.reject(new Error("ENOTFOUND")), invalid],
    ["leads to this machine", async () => ["127.0.0.1", "::1"], { status: "ACCEPTED" }],
  ])("resolves a name: it %s", async (_what, resolve, answer) => {
    const careful = new Managed({ players: 2, referees: 1, resolve });
    const named = { contact_endpoint: "http://localhost:8101/mcp" };
    expect(await careful.player().register(named)).toMatchObject(answer);
  });

  it("can check that the endpoint answers in the time of a join, with anything", async () => {
    const nowhere = { contact_endpoint: "http://127.0.0.1:8199/mcp" };
    expect(await platform.player().register(nowhere)).toMatchObject({ status: "ACCEPTED" });
    const careful = new Managed({ players: 2, referees: 1, checkEndpoints: true });
    expect(await careful.player().register(nowhere)).toMatchObject(invalid);
    careful.environment.platform.network.attach(nowhere.contact_endpoint, () => new Promise(() => {}));
    expect(await careful.player().register(nowhere)).toMatchObject(invalid);
    expect(careful.environment.now).toBeLessThanOrEqual(10_000);
    expect(await careful.player().register()).toMatchObject({ status: "ACCEPTED" });
  });

  it.each([
    ["1.9.9", false],
    ["1", false],
    ["10.0.0", true],
    [null, true],
  ])("of an agent for protocol version %j is accepted: %s", async (protocol_version, isAccepted) => {
    expect(await platform.player().register({ protocol_version })).toMatchObject(
      isAccepted ? { status: "ACCEPTED" } : { error: { code: -32018, message: "PROTOCOL_VERSION_MISMATCH" } },
    );
  });

  it("of a league without configured numbers ends at the default limit", async () => {
    const open = new Managed();
    await open.enrol(0, protocol.league.openReferees);
    expect(open.referees.every(({ id }) => id !== "")).toBe(true);
    expect(await open.referee().register()).toMatchObject({ status: "REJECTED", reason: "League full" });
  });
});
