/** The registration of a player, its answers before it, and its membership after a restart (IS 4.2.1; D76). */
import { describe, expect, it } from "vitest";
import { createPlayer } from "../../src/player/create-player.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import type { Message } from "../peers/environment.js";
import { type Step, silent } from "../peers/scripted-peer.js";
import { Enrolled, enrolled } from "./enrolled.js";

const refusing =
  (code: number, error_code: string): Step =>
  () => ({ error: { code, message: "refused", data: { error_code } } });

describe("the registration", () => {
  it("succeeds if the manager is unreachable for 12 s", async () => {
    const platform = new Enrolled();
    platform.manager.disconnect();
    platform.environment.platform.clock.after(12_000, () => platform.manager.listen());
    expect((await platform.environment.run(platform.player.registered)).id).toBe("P01");
    expect(platform.environment.now).toBeLessThan(20_000);
  });

  it("has four attempts of 10 s in one conversation if the manager is silent", async () => {
    const platform = new Enrolled();
    platform.manager.script = { register_player: silent };
    await expect(platform.environment.run(platform.player.registered)).rejects.toMatchObject({
      name: "REGISTRATION_FAILED",
      isAnswered: false,
    });
    expect(platform.registrations).toHaveLength(4);
    expect(new Set(platform.registrations).size).toBe(1);
    expect(platform.environment.now).toBeGreaterThan(40_000);
    expect(await platform.state()).toMatchObject({ error: { code: -32008 } });
  });

  const accepted = (fields: Message, id?: number) => (platform: Enrolled) => {
    const accepts = platform.manager.accepts(fields);
    const step: Step = async (request) => ({
      ...(await accepts(request)),
      ...(id === undefined ? {} : { id }),
    });
    return step;
  };
  it.each<[string, (platform: Enrolled) => Step, object]>([
    ["an error", () => refusing(-32602, "E003"), { name: "REGISTRATION_FAILED", isAnswered: true }],
    [
      "nonsense",
      () => () => ({ status: 200, body: "OK" }),
      { name: "REGISTRATION_FAILED", isAnswered: true },
    ],
    ["another id", accepted({}, 4711), { message: expect.stringContaining("has the id 4711 instead of 1") }],
    ["no player id", accepted({ player_id: null }), { name: "REGISTRATION_FAILED" }],
    ["no token", accepted({ auth_token: null }), { name: "REGISTRATION_FAILED" }],
    [
      "a rejection",
      accepted({ status: "REJECTED", player_id: null, auth_token: null, reason: "Duplicate name" }),
      { name: "REGISTRATION_REJECTED", reason: "Duplicate name" },
    ],
  ])("fails after one attempt if the manager answers %s", async (_what, register, error) => {
    const platform = new Enrolled();
    platform.manager.script = { register_player: register(platform) };
    await expect(platform.environment.run(platform.player.registered)).rejects.toMatchObject(error);
    expect(platform.registrations).toHaveLength(1);
  });
});

describe("before the registration", () => {
  it("a player without a league refuses with E008", async () => {
    const { environment, referee } = new Enrolled();
    environment.platform.connect(createPlayer({ displayName: "Alone", choose: () => "even" }), 8102);
    const { error } = await environment.ask(8102, "handle_game_invitation", referee.invitation("R1M1"));
    expect(error).toMatchObject({ code: -32008, message: "INVALID_STATE" });
    expect(environment.now).toBe(0);
  });

  it("an invitation that arrives before the answer waits for it", async () => {
    const platform = new Enrolled();
    platform.manager.script = {
      register_player: async (request) => {
        await platform.environment.wait(3_000);
        return platform.manager.accepts()(request);
      },
    };
    platform.start();
    const { result } = await platform.environment.run(platform.referee.invite());
    expect(result).toMatchObject({ player_id: "P01", accept: true });
    expect(platform.environment.now).toBe(3_000);
  });

  it("an invitation that arrives too early is refused at its deadline, and leaves no timer", async () => {
    const platform = new Enrolled();
    platform.manager.script = { register_player: silent };
    platform.start();
    expect((await platform.environment.run(platform.referee.invite())).error).toMatchObject({ code: -32008 });
    expect(platform.environment.now).toBe(5_000);
    const answer = platform.referee.invite();
    await platform.player.close();
    expect((await platform.environment.run(answer)).error).toMatchObject({ code: -32008 });
    await expect(platform.player.registered).rejects.toThrow();
    expect(platform.environment.platform.clock.pending).toBe(0);
  });
});

describe("a restarted player", () => {
  it("continues with its id and token, and does not register", async () => {
    const platform = await enrolled();
    const again = await platform.restart();
    expect(await platform.environment.run(again.registered)).toEqual({
      id: "P01",
      league_id: "league_by_hand",
      auth_token: "token-by-hand",
    });
    expect(platform.registrations).toHaveLength(1);
    expect(platform.manager.of("league_query")).toHaveLength(1);
    expect(JSON.stringify(platform.environment.logged)).not.toContain("token-by-hand");
  });

  it("answers in a match to which it was invited before, and counts no match again", async () => {
    const platform = await enrolled();
    await platform.referee.play("R1M1");
    await platform.referee.invite("R2M1");
    await platform.restart();
    expect((await platform.referee.ask("R2M1")).result).toMatchObject({ parity_choice: "odd" });
    for (const match_id of ["R1M1", "R2M1", "R3M1", "R3M1"]) {
      expect((await platform.referee.tell(match_id)).result).toMatchObject({ status: "ACKNOWLEDGED" });
    }
    expect(platform.matches.map(({ match_id }) => match_id)).toEqual(["R1M1", "R2M1", "R3M1"]);
  });

  it("answers at once while the league manager is unreachable, and repeats its confirmation until it answers", async () => {
    const platform = await enrolled();
    platform.manager.disconnect();
    const again = await platform.restart();
    expect(await platform.referee.play("R1M1")).toBe("odd");
    await platform.environment.run(again.registered);
    expect(platform.environment.now).toBeLessThan(15_000);
    platform.manager.listen();
    await platform.environment.until(60_000);
    expect(platform.manager.of("league_query")).toHaveLength(1);
    expect(platform.registrations).toHaveLength(1);
  });

  it.each([
    ["E005", -32005],
    ["E012", -32012],
    ["E013", -32013],
  ])(
    "discards a registration that is refused with %s, at once or later, and registers again",
    async (name, code) => {
      for (const isLate of [false, true]) {
        const platform = await enrolled();
        const register = platform.manager.accepts({ player_id: "P07", auth_token: "another-token" });
        platform.manager.script = { register_player: register, league_query: refusing(code, name) };
        if (isLate) platform.manager.disconnect();
        const again = await platform.restart();
        await platform.environment.run(again.registered);
        if (isLate) platform.manager.listen();
        await platform.environment.until(60_000);
        expect(again.health()).toMatchObject({ id: "P07", state: "REGISTERED" });
        expect(platform.keeper.kept?.registration).toMatchObject({ id: "P07", auth_token: "another-token" });
        expect(new Set(platform.registrations).size).toBe(2);
        expect((await platform.referee.ask("R1M1")).error).toMatchObject({ code: -32006 });
      }
    },
  );

  it("ends if its new registration is rejected", async () => {
    const platform = await enrolled();
    platform.manager.disconnect();
    const again = await platform.restart();
    await platform.environment.run(again.registered);
    const rejection = { status: "REJECTED", player_id: null, auth_token: null, reason: "League full" };
    platform.manager.script = {
      register_player: platform.manager.accepts(rejection),
      league_query: refusing(-32012, "E012"),
    };
    platform.manager.listen();
    expect(await platform.environment.run(again.done)).toContain("League full");
  });

  it("repeats a registration after a crash before its answer", async () => {
    const platform = new Enrolled();
    platform.manager.script = { register_player: silent };
    platform.start();
    await platform.environment.until(1_000);
    platform.manager.script = {};
    const again = await platform.restart();
    expect(await platform.environment.run(again.registered)).toMatchObject({ id: "P01" });
    expect(platform.registrations).toHaveLength(2);
    expect(new Set(platform.registrations).size).toBe(1);
  });

  it("registers again if its address has changed", async () => {
    const registration = { id: "P05", league_id: "league_by_hand", auth_token: "t" };
    const platform = new Enrolled({}, { endpoint: urlOf(9999), conversation_id: "conv-1", registration });
    expect(await platform.environment.run(platform.player.registered)).toMatchObject({ id: "P01" });
    expect(platform.registrations).not.toContain("conv-1");
  });

  it("is a member until it is closed, also without a confirmation of the league manager", async () => {
    const platform = await enrolled();
    platform.manager.script = { league_query: silent };
    const again = await platform.restart();
    platform.environment.platform.clock.after(500, () => again.close());
    expect(await platform.environment.run(again.registered)).toMatchObject({ id: "P01" });
    expect(platform.environment.now).toBe(500);
  });
});
