/** How a player joins its league, and what it answers before it has (IS 4.2.1; D76). */
import { describe, expect, it } from "vitest";
import type { WireChoice } from "../../src/agent/wire-choice.js";
import { seededRandom } from "../../src/platform/seeded-random.js";
import { createPlayer } from "../../src/player/create-player.js";
import { urlOf } from "../../src/testing/simulated-world.js";
import { inTurn, type Step, silent } from "../peers/scripted-peer.js";
import type { Message } from "../peers/stage.js";
import { announcements, Enrolled } from "./enrolled.js";

describe("the registration", () => {
  it("says who asks, in the words of IS 2.2.3, and without a token", async () => {
    const world = new Enrolled({ displayName: "Agent Ä 1", version: "2.3.4" });
    await world.stage.run(world.player.registered);
    expect(world.manager.heard.map(({ params }) => params)).toEqual([
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
    expect(await world.player.registered).toEqual({
      id: "P01",
      league_id: "league_by_hand",
      auth_token: "token-by-hand",
    });
  });

  it("outlasts a manager that is down for 12 s", async () => {
    const world = new Enrolled();
    world.manager.die();
    world.stage.world.clock.after(12_000, () => world.manager.listen());
    expect((await world.stage.run(world.second().registered)).id).toBe("P01");
    expect(world.stage.now).toBeLessThan(20_000);
  });

  it("is tried four times, 10 s each, under one conversation, when the manager is silent", async () => {
    const world = new Enrolled({}, { register: silent });
    await expect(world.stage.run(world.player.registered)).rejects.toMatchObject({
      name: "REGISTRATION_FAILED",
      isAnswered: false,
    });
    expect(world.manager.heard).toHaveLength(4);
    expect(new Set(world.manager.heard.map(({ params }) => params.conversation_id)).size).toBe(1);
    const pauses = world.manager.heard
      .slice(1)
      .map(({ at }, index) => at - (world.manager.heard[index]?.at ?? 0));
    for (const pause of pauses) expect(pause).toBeGreaterThan(10_000);
    expect(await world.state()).toMatchObject({ error: { code: -32008 } });
  });

  it("is tried again when the manager is not ready", async () => {
    const world = new Enrolled();
    const notReady: Step = () => ({ status: 503, body: "starting" });
    // The first in turn is the first player's, which has been let in already.
    world.manager.script = { register: inTurn(silent, notReady, notReady, world.manager.accepts()) };
    expect((await world.stage.run(world.second().registered)).id).toBe("P01");
    expect(world.manager.of("register_player")).toHaveLength(4);
    expect(world.stage.now).toBeGreaterThan(0);
  });

  it.each([
    ["an error", { error: { code: -32602, message: "Invalid params", data: { error_code: "E003" } } }],
    ["nonsense", { status: 200, body: "OK" }],
  ])("fails when the manager answers %s", async (_what, answer) => {
    const world = new Enrolled({}, { register: () => answer });
    await expect(world.stage.run(world.player.registered)).rejects.toMatchObject({
      name: "REGISTRATION_FAILED",
      isAnswered: true,
    });
    expect(world.manager.of("register_player")).toHaveLength(1);
    // Beside it at most a ping, which registers nothing.
    expect(world.manager.heard.length - world.manager.of("ping").length).toBe(1);
  });

  it("takes no answer to another request (TRN-OUT-04), but from a manager whose form is known to have no such ids", async () => {
    const registered = async (wire: WireChoice) => {
      const world = new Enrolled();
      const accepts = world.manager.accepts();
      world.manager.script = { register: async (heard) => ({ ...(await accepts(heard)), id: 4711 }) };
      const { clock, network: transport } = world.stage.world;
      const link = { clock, transport, random: seededRandom(1), wire, league: world.manager.url };
      const player = createPlayer({ displayName: "Second", choose: () => "even" });
      const running = player.connect({ ...link, endpoint: urlOf(8102) });
      return world.stage.run(
        running.registered.then(
          ({ id }) => id,
          ({ message }) => message,
        ),
      );
    };
    expect(await registered("auto")).toContain("has the id 4711 instead of 1");
    expect(await registered("any")).toBe("P01");
    expect(await registered("loose")).toBe("P01");
    expect(await registered("explicit-nulls")).toBe("P01");
  });

  it("fails when it is accepted without an id, and in strict mode without a token too", async () => {
    const joined = (missing: Message, strict: boolean) => {
      const world = new Enrolled();
      world.manager.script = { register: world.manager.accepts(missing) };
      return world.stage.run(world.second({ strict }).registered);
    };
    for (const strict of [true, false]) {
      await expect(joined({ player_id: null }, strict)).rejects.toMatchObject({
        name: "REGISTRATION_FAILED",
      });
    }
    await expect(joined({ auth_token: null }, true)).rejects.toMatchObject({ name: "REGISTRATION_FAILED" });
    expect(await joined({ auth_token: null }, false)).toMatchObject({ id: "P01" });
  });

  it("that is rejected says why", async () => {
    const world = new Enrolled();
    const fields = { status: "REJECTED", player_id: null, auth_token: null, reason: "Duplicate name" };
    world.manager.script = { register: world.manager.accepts(fields) };
    await expect(world.stage.run(world.second().registered)).rejects.toMatchObject({
      name: "REGISTRATION_REJECTED",
      reason: "Duplicate name",
    });
  });
});

describe("before the registration", () => {
  it("everything is refused with E008 by a player without a league", async () => {
    const world = new Enrolled();
    const alone = createPlayer({ displayName: "Alone", choose: () => "even" });
    world.stage.world.connect(alone, 8102);
    const asked: [string, unknown][] = [
      ["handle_game_invitation", world.referee.invitation("R1M1")],
      ["choose_parity", world.referee.call("R1M1")],
      ["notify_match_result", world.referee.over("R1M1")],
      ...announcements.map(([method, type, fields]): [string, unknown] => [
        method,
        world.stage.message(type, "league_manager", fields),
      ]),
    ];
    for (const [method, message] of asked) {
      const { error } = await world.stage.ask(8102, method, message);
      expect(error, method).toMatchObject({ code: -32008, message: "INVALID_STATE" });
    }
    expect(world.stage.now).toBe(0);
    const health = await world.stage.world.network.exchange("http://127.0.0.1:8102/health", {
      method: "GET",
      contentType: null,
      body: "",
    });
    expect(JSON.parse(health.body)).toMatchObject({ role: "player", id: null, state: "UNREGISTERED" });
  });

  it("an invitation that overtakes the answer waits for it", async () => {
    const world = new Enrolled();
    world.manager.script = {
      register: async (heard) => {
        await world.stage.wait(3_000);
        return world.manager.accepts()(heard);
      },
    };
    world.second();
    const { result } = await world.stage.ask(
      8102,
      "handle_game_invitation",
      world.referee.invitation("R1M1"),
    );
    expect(result).toMatchObject({ message_type: "GAME_JOIN_ACK", player_id: "P01", accept: true });
    expect(world.stage.now).toBe(3_000);
  });

  it("an invitation that overtakes it by too much is refused in the end, and leaves no timer", async () => {
    const world = new Enrolled({}, { register: silent });
    const { error } = await world.stage.run(world.referee.invite());
    expect(error).toMatchObject({ code: -32008 });
    expect(world.stage.now).toBe(5_000);
    await world.player.close();
    expect(world.stage.world.clock.pending).toBe(0);
  });

  it("a player that is closed while it waits refuses, and its registration ends", async () => {
    const world = new Enrolled({}, { register: silent });
    const answer = world.referee.invite();
    await world.player.close();
    expect((await world.stage.run(answer)).error).toMatchObject({ code: -32008 });
    await expect(world.player.registered).rejects.toThrow();
  });
});
