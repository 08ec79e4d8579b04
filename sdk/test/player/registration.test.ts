/** The registration of a player, and its answers before it (IS 4.2.1; D76). */
import { describe, expect, it } from "vitest";
import { createPlayer } from "../../src/player/create-player.js";
import type { Message } from "../peers/environment.js";
import { inTurn, type Step, silent } from "../peers/scripted-peer.js";
import { announcements, Enrolled } from "./enrolled.js";

describe("the registration", () => {
  it("has the fields of IS 2.2.3, without a token", async () => {
    const platform = new Enrolled({ displayName: "Agent Ä 1", version: "2.3.4" });
    await platform.environment.run(platform.player.registered);
    expect(platform.manager.received.map(({ params }) => params)).toEqual([
      {
        protocol: "league.v2",
        message_type: "LEAGUE_REGISTER_REQUEST",
        sender: "player:agent-a-1",
        timestamp: "2025-01-01T00:00:00.000Z",
        conversation_id: expect.stringMatching(/^conv-register-[0-9a-f]{16}$/),
        player_meta: {
          display_name: "Agent Ä 1",
          version: "2.3.4",
          game_types: ["even_odd"],
          contact_endpoint: "http://127.0.0.1:8101/mcp",
          protocol_version: "2.0.0",
        },
      },
    ]);
    expect(await platform.player.registered).toEqual({
      id: "P01",
      league_id: "league_by_hand",
      auth_token: "token-by-hand",
    });
  });

  it("succeeds if the manager is unreachable for 12 s", async () => {
    const platform = new Enrolled();
    platform.manager.disconnect();
    platform.environment.platform.clock.after(12_000, () => platform.manager.listen());
    expect((await platform.environment.run(platform.second().registered)).id).toBe("P01");
    expect(platform.environment.now).toBeLessThan(20_000);
  });

  it("has four attempts of 10 s in one conversation if the manager is silent", async () => {
    const platform = new Enrolled({}, { register: silent });
    await expect(platform.environment.run(platform.player.registered)).rejects.toMatchObject({
      name: "REGISTRATION_FAILED",
      isAnswered: false,
    });
    expect(platform.manager.received).toHaveLength(4);
    expect(new Set(platform.manager.received.map(({ params }) => params.conversation_id)).size).toBe(1);
    const pauses = platform.manager.received
      .slice(1)
      .map(({ at }, index) => at - (platform.manager.received[index]?.at ?? 0));
    for (const pause of pauses) expect(pause).toBeGreaterThan(10_000);
    expect(await platform.state()).toMatchObject({ error: { code: -32008 } });
  });

  it("is repeated if the manager is not ready", async () => {
    const platform = new Enrolled();
    const notReady: Step = () => ({ status: 503, body: "starting" });
    // The first step answers the first player, which is already admitted.
    platform.manager.script = { register: inTurn(silent, notReady, notReady, platform.manager.accepts()) };
    expect((await platform.environment.run(platform.second().registered)).id).toBe("P01");
    expect(platform.manager.of("register_player")).toHaveLength(4);
    expect(platform.environment.now).toBeGreaterThan(0);
  });

  it.each([
    ["an error", { error: { code: -32602, message: "Invalid params", data: { error_code: "E003" } } }],
    ["nonsense", { status: 200, body: "OK" }],
  ])("fails if the manager answers %s", async (_what, answer) => {
    const platform = new Enrolled({}, { register: () => answer });
    await expect(platform.environment.run(platform.player.registered)).rejects.toMatchObject({
      name: "REGISTRATION_FAILED",
      isAnswered: true,
    });
    expect(platform.manager.of("register_player")).toHaveLength(1);
    // In addition at most a ping, which has no effect.
    expect(platform.manager.received.length - platform.manager.of("ping").length).toBe(1);
  });

  it("fails if the answer has another id (TRN-OUT-04)", async () => {
    const platform = new Enrolled();
    const accepts = platform.manager.accepts();
    platform.manager.script = { register: async (request) => ({ ...(await accepts(request)), id: 4711 }) };
    await expect(platform.environment.run(platform.player.registered)).rejects.toThrow(
      "has the id 4711 instead of 1",
    );
  });

  it.each<Message>([{ player_id: null }, { auth_token: null }])(
    "fails if it is accepted with %o",
    async (missing) => {
      const platform = new Enrolled();
      platform.manager.script = { register: platform.manager.accepts(missing) };
      await expect(platform.environment.run(platform.second().registered)).rejects.toMatchObject({
        name: "REGISTRATION_FAILED",
      });
    },
  );

  it("fails with the manager's reason if it is rejected", async () => {
    const platform = new Enrolled();
    const fields = { status: "REJECTED", player_id: null, auth_token: null, reason: "Duplicate name" };
    platform.manager.script = { register: platform.manager.accepts(fields) };
    await expect(platform.environment.run(platform.second().registered)).rejects.toMatchObject({
      name: "REGISTRATION_REJECTED",
      reason: "Duplicate name",
    });
  });
});

describe("before the registration", () => {
  it("a player without a league refuses all messages with E008", async () => {
    const platform = new Enrolled();
    const alone = createPlayer({ displayName: "Alone", choose: () => "even" });
    platform.environment.platform.connect(alone, 8102);
    const asked: [string, unknown][] = [
      ["handle_game_invitation", platform.referee.invitation("R1M1")],
      ["choose_parity", platform.referee.call("R1M1")],
      ["notify_match_result", platform.referee.over("R1M1")],
      ...announcements.map(([method, type, fields]): [string, unknown] => [
        method,
        platform.environment.message(type, "league_manager", fields),
      ]),
    ];
    for (const [method, message] of asked) {
      const { error } = await platform.environment.ask(8102, method, message);
      expect(error, method).toMatchObject({ code: -32008, message: "INVALID_STATE" });
    }
    expect(platform.environment.now).toBe(0);
    const health = await platform.environment.platform.network.exchange("http://127.0.0.1:8102/health", {
      method: "GET",
      contentType: null,
      body: "",
    });
    expect(JSON.parse(health.body)).toMatchObject({ role: "player", id: null, state: "UNREGISTERED" });
  });

  it("an invitation that arrives before the answer waits for it", async () => {
    const platform = new Enrolled();
    platform.manager.script = {
      register: async (request) => {
        await platform.environment.wait(3_000);
        return platform.manager.accepts()(request);
      },
    };
    platform.second();
    const { result } = await platform.environment.ask(
      8102,
      "handle_game_invitation",
      platform.referee.invitation("R1M1"),
    );
    expect(result).toMatchObject({ message_type: "GAME_JOIN_ACK", player_id: "P01", accept: true });
    expect(platform.environment.now).toBe(3_000);
  });

  it("an invitation that arrives too early is refused at its deadline, and leaves no timer", async () => {
    const platform = new Enrolled({}, { register: silent });
    const { error } = await platform.environment.run(platform.referee.invite());
    expect(error).toMatchObject({ code: -32008 });
    expect(platform.environment.now).toBe(5_000);
    await platform.player.close();
    expect(platform.environment.platform.clock.pending).toBe(0);
  });

  it("a player that is closed during its registration refuses, and ends the registration", async () => {
    const platform = new Enrolled({}, { register: silent });
    const answer = platform.referee.invite();
    await platform.player.close();
    expect((await platform.environment.run(answer)).error).toMatchObject({ code: -32008 });
    await expect(platform.player.registered).rejects.toThrow();
  });
});
