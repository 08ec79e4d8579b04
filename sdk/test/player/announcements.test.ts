/** Announcements and orders of the league manager, and invalid messages (IS 4.2.2, 4.2.7–4.2.10). */
import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../peers/environment.js";
import { announcements, bye, type Enrolled, enrolled, playerPort } from "./enrolled.js";

let platform: Enrolled;

beforeEach(async () => {
  platform = await enrolled();
});

describe.each(announcements)("%s", (method, type, fields, ack) => {
  it("is acknowledged, also when repeated", async () => {
    for (const _ of [1, 2]) {
      const { result } = await platform.announce(method, type, fields);
      expect(result).toMatchObject({
        message_type: ack,
        sender: "player:P01",
        auth_token: "token-by-hand",
        player_id: "P01",
      });
    }
  });

  it.each(["player:P02", "referee:REF01", "operator"])("from %s is refused with E012", async (sender) => {
    const { error } = await platform.announce(method, type, fields, sender);
    expect(error).toMatchObject({
      code: -32012,
      message: "AUTH_TOKEN_INVALID",
      data: { error_code: "E012" },
    });
    expect(await platform.state()).toMatchObject({ state: "REGISTERED" });
  });

  it("does not affect a match", async () => {
    await platform.referee.invite();
    await platform.announce(method, type, fields);
    expect((await platform.referee.ask()).result).toMatchObject({ parity_choice: "odd" });
    expect((await platform.referee.tell()).result).toMatchObject({ status: "ACKNOWLEDGED" });
    expect(platform.matches).toHaveLength(1);
  });
});

describe("SHUTDOWN_COMMAND", () => {
  it("ends the player, with its reason", async () => {
    await platform.announce("shutdown", "SHUTDOWN_COMMAND", { reason: "that is all" });
    expect(await platform.player.done).toBe("that is all");
  });

  it("from any sender but the league manager is refused", async () => {
    let isDone = false;
    void platform.player.done.then(() => {
      isDone = true;
    });
    await platform.announce("shutdown", "SHUTDOWN_COMMAND", {}, "player:P02");
    await platform.environment.until(10_000);
    expect(isDone).toBe(false);
    expect(await platform.referee.play()).toBe("odd");
  });
});

describe("the state", () => {
  it("changes during a round as in IS 4.2", async () => {
    const states: unknown[] = [];
    const note = async () => states.push((await platform.state()).state);
    const announced = async (index: number) => {
      const [method, type, fields] = announcements[index] ?? ["", "", {}];
      await platform.announce(method, type, fields);
      await note();
    };
    await note();
    await announced(0);
    await platform.referee.invite();
    await note();
    await platform.referee.ask();
    await note();
    await platform.referee.tell();
    await note();
    await announced(1);
    await announced(2);
    await announced(3);
    await announced(4);
    expect(states).toEqual([
      "REGISTERED",
      "WAITING_FOR_ROUND",
      "WAITING_FOR_CHOICE_REQUEST",
      "WAITING_FOR_RESULT",
      "MATCH_COMPLETE",
      "MATCH_COMPLETE",
      "REGISTERED",
      "LEAGUE_COMPLETE",
      "SHUTDOWN",
    ]);
  });

  it("does not change to waiting in a round with a bye", async () => {
    await platform.announce("notify_round", "ROUND_ANNOUNCEMENT", bye);
    expect(await platform.state()).toMatchObject({ state: "REGISTERED" });
  });

  it("is returned only with the player's own token", async () => {
    expect(await platform.state("guessed")).toMatchObject({ error: { code: -32012 } });
    expect(await platform.state(null)).toMatchObject({ error: { code: -32011 } });
  });
});

describe("the end of the league", () => {
  it("calls the author's callback once, and continues if it throws", async () => {
    let calls = 0;
    const failing = await enrolled({
      onLeagueCompleted: () => {
        calls += 1;
        throw new Error("no printer");
      },
    });
    const [method, type, fields] = announcements[3] ?? ["", "", {}];
    for (const _ of [1, 2]) {
      const { result } = await failing.announce(method, type, fields);
      expect(result).toMatchObject({ message_type: "LEAGUE_COMPLETED_ACK" });
    }
    expect(calls).toBe(1);
    expect(failing.environment.logged.some(({ message }) => message.includes("no printer"))).toBe(true);
  });
});

describe("an invalid message", () => {
  const refused = async (change: Message, remove: string[] = []) => {
    const message: Record<string, unknown> = { ...platform.referee.invitation("R1M1"), ...change };
    for (const name of remove) delete message[name];
    return (await platform.environment.ask(playerPort, "handle_game_invitation", message)).error;
  };

  it("of another protocol is E018", async () => {
    const error = await refused({ protocol: "league.v1" });
    expect(error).toMatchObject({ code: -32018, message: "PROTOCOL_VERSION_MISMATCH" });
  });

  it.each(["2025-01-01T00:00:00", "2025-01-01T02:00:00+02:00", "now", 0])(
    "with the timestamp %j is E021",
    async (timestamp) => {
      const error = await refused({ timestamp });
      expect(error).toMatchObject({ code: -32021, message: "INVALID_TIMESTAMP" });
    },
  );

  it("without a field is −32602 with E003 and its pointer", async () => {
    expect(await refused({}, ["opponent_id"])).toMatchObject({
      code: -32602,
      message: "Invalid params",
      data: {
        error_code: "E003",
        message_type: "GAME_ERROR",
        sender: "player:P01",
        match_id: "R1M1",
        violations: [{ pointer: "/opponent_id", keyword: "required", message: expect.any(String) }],
      },
    });
  });

  it("with a field of the wrong type is −32602 with E002", async () => {
    expect(await refused({ round_id: "one" })).toMatchObject({
      code: -32602,
      data: { error_code: "E002", violations: [{ pointer: "/round_id", keyword: "type" }] },
    });
  });

  it("is answered without a token, and only ids of the request are repeated", async () => {
    const novel = "x".repeat(5_000);
    const error = await refused({ match_id: novel, conversation_id: novel });
    const text = JSON.stringify(error);
    expect(text).not.toContain("token-by-hand");
    expect(text.length).toBeLessThan(2_000);
  });

  it("has no effect on later matches", async () => {
    await refused({ round_id: "one" });
    await refused({}, ["sender"]);
    await platform.environment.send(playerPort, "nonsense");
    await platform.environment.send(playerPort, [null, 1, {}]);
    expect(await platform.referee.play()).toBe("odd");
  });

  it("is accepted if its only deviations are nulls and unknown fields", async () => {
    const extra = { league_name: "big", deep: { a: [1] }, original_message_type: null };
    expect((await platform.referee.invite("R1M1", extra)).result).toMatchObject({ accept: true });
    const context = { opponent_id: "P02", round_id: 1, your_standings: null, mood: "good" };
    const { result } = await platform.referee.ask("R1M1", { ...extra, context });
    expect(result).toMatchObject({ parity_choice: "odd" });
  });

  it("is logged, without the token", async () => {
    await refused({ sender: "player:P02" });
    expect(platform.environment.logged.some(({ message }) => message.includes("refused with E012"))).toBe(
      true,
    );
    expect(JSON.stringify(platform.environment.logged)).not.toMatch(/token-of|token-by/);
  });
});
