/** Deadlines, retries and technical losses with scripted players (contract 6). */
import { beforeEach, describe, expect, it } from "vitest";
import { inTurn, type Step, silent } from "../peers/scripted-peer.js";
import type { ScriptedPlayer } from "../peers/scripted-player.js";
import { Refereed } from "./refereed.js";

let platform: Refereed;
let a: ScriptedPlayer;
let b: ScriptedPlayer;

beforeEach(async () => {
  platform = new Refereed();
  ({ a, b } = platform);
  await platform.environment.run(platform.referee.registered);
});

/** The arrival times of these calls, relative to the first. */
function rhythm(times: readonly number[]): number[] {
  return times.map((time) => time - (times[0] ?? 0));
}

const win = (winner: string) => {
  const loser = winner === "P01" ? "P02" : "P01";
  return { status: "TECHNICAL_LOSS", winner, score: { [winner]: 3, [loser]: 0 } };
};

describe("a join", () => {
  it.each([0, 4_900, 5_000 - 1])("that arrives after %i ms counts", async (ms) => {
    a.script = { join: a.late(ms, a.joins()), choice: a.chooses("odd") };
    const result = await platform.play();
    expect(result).toMatchObject({ details: { choices: { P01: "odd", P02: "even" } } });
    expect(a.times("handle_game_invitation")).toHaveLength(1);
    expect(a.of("notify_game_error")).toEqual([]);
  });

  it("that arrives after 5.1 s does not count, not even while the retry is open", async () => {
    a.script = { join: inTurn(a.late(5_100, a.joins()), silent) };
    expect(await platform.play()).toMatchObject(win("P02"));
    expect(a.of("choose_parity")).toEqual([]);
    expect(b.of("choose_parity")).toEqual([]);
  });

  it("that is late once is requested again, and then counts", async () => {
    a.script = { join: inTurn(a.late(5_100, a.joins()), a.joins()) };
    expect((await platform.play()).status).not.toBe("TECHNICAL_LOSS");
    expect(rhythm(a.times("handle_game_invitation"))).toEqual([0, 7_000]);
  });

  it("that never arrives loses the match after three retries, each announced", async () => {
    a.script = { join: silent };
    expect(await platform.play()).toMatchObject({
      ...win("P02"),
      details: { drawn_number: null, number_parity: null, choices: { P01: null, P02: null } },
    });
    expect(rhythm(a.times("handle_game_invitation"))).toEqual([0, 7_000, 14_000, 21_000]);
    const start = a.times("handle_game_invitation")[0] ?? 0;
    expect(a.times("notify_game_error").map((time) => time - start)).toEqual([5_000, 12_000, 19_000]);
    expect(b.times("handle_game_invitation")).toHaveLength(1);
    expect((a.times("notify_match_result")[0] ?? 0) - start).toBe(26_000);
  });

  it("is requested again after a GAME_ERROR with all data that the player needs", async () => {
    a.script = { join: silent };
    await platform.play();
    const errors = a.of("notify_game_error");
    const retries = a.times("handle_game_invitation").slice(1);
    expect(errors.map(({ params }) => params)).toEqual(
      retries.map((time, index) => ({
        protocol: "league.v2",
        message_type: "GAME_ERROR",
        sender: "referee:REF01",
        auth_token: "token-by-hand",
        timestamp: expect.any(String),
        conversation_id: a.received[0]?.params.conversation_id,
        match_id: "R1M1",
        error_code: "E001",
        error_description: "P01 did not answer within 5000 ms",
        affected_player: "P01",
        action_required: "GAME_JOIN_ACK",
        retry_info: {
          retry_count: index + 1,
          max_retries: 3,
          next_retry_at: platform.environment.timestamp(time - platform.environment.now),
        },
        consequence: expect.any(String),
      })),
    );
    expect(errors.map(({ id }) => id)).toEqual([undefined, undefined, undefined]);
    expect(b.of("notify_game_error")).toEqual([]);
  });
});

describe("a choice", () => {
  it.each([0, 12_000, 29_900])("that arrives after %i ms counts", async (ms) => {
    b.script = { choice: b.late(ms, b.chooses("odd")) };
    expect(await platform.play()).toMatchObject({ details: { choices: { P01: "even", P02: "odd" } } });
    expect(b.times("choose_parity")).toHaveLength(1);
  });

  it("that arrives after 30.1 s does not count", async () => {
    b.script = { choice: inTurn(b.late(30_100, b.chooses("odd")), silent) };
    expect(await platform.play()).toMatchObject({
      ...win("P01"),
      details: { drawn_number: null, number_parity: null, choices: { P01: "even", P02: null } },
    });
  });

  it("that is late counts neither for its own call nor for the open one", async () => {
    b.script = { choice: inTurn(b.late(33_000, b.chooses("odd")), b.late(5_000, b.chooses("even"))) };
    expect(await platform.play()).toMatchObject({ details: { choices: { P02: "even" } } });
  });

  it("that never arrives loses the match after three retries", async () => {
    b.script = { choice: silent };
    expect(await platform.play()).toMatchObject(win("P01"));
    expect(rhythm(b.times("choose_parity"))).toEqual([0, 32_000, 64_000, 96_000]);
    expect(rhythm(b.times("notify_game_error"))).toEqual([0, 32_000, 64_000]);
    for (const { params } of b.of("notify_game_error")) {
      expect(params).toMatchObject({ error_code: "E001", action_required: "CHOOSE_PARITY_RESPONSE" });
    }
    expect(a.times("choose_parity")).toHaveLength(1);
  });

  it("is requested with a new deadline in each call", async () => {
    b.script = { choice: inTurn(silent, b.chooses("odd")) };
    await platform.play();
    for (const { params } of b.of("choose_parity")) {
      expect(Date.parse(String(params.deadline)) - Date.parse(String(params.timestamp))).toBe(30_000);
    }
  });
});

describe("if both players fail", () => {
  const late = (step: Step) => ({ join: step });

  it("to join in time, the match is a draw, 1–1", async () => {
    a.script = late(silent);
    b.script = late(silent);
    const expected = { status: "DRAW", winner: null, score: { P01: 1, P02: 1 } };
    expect(await platform.play()).toMatchObject(expected);
  });

  it("to choose in time, the match is a draw, 1–1, without a number", async () => {
    a.script = { choice: silent };
    b.script = { choice: b.late(30_001, b.chooses("even")) };
    expect(await platform.play()).toMatchObject({
      status: "DRAW",
      winner: null,
      score: { P01: 1, P02: 1 },
      details: { drawn_number: null, choices: { P01: null, P02: null } },
    });
  });

  it("to be reachable, neither player wins, 0–0", async () => {
    a.disconnect();
    b.disconnect();
    const expected = { status: "TECHNICAL_LOSS", winner: null, score: { P01: 0, P02: 0 } };
    expect(await platform.play()).toMatchObject(expected);
  });

  it("one silent and one unreachable, the match is a draw", async () => {
    a.script = late(silent);
    b.disconnect();
    expect(await platform.play()).toMatchObject({ status: "DRAW", winner: null, score: { P01: 1, P02: 1 } });
  });
});

describe("an unreachable player", () => {
  it("loses after its retries", async () => {
    b.disconnect();
    expect(await platform.play()).toMatchObject(win("P01"));
    expect(a.of("choose_parity")).toEqual([]);
  });

  it("may become reachable until its last retry", async () => {
    b.disconnect();
    platform.environment.platform.clock.after(15_000, () => b.listen());
    expect((await platform.play()).status).not.toBe("TECHNICAL_LOSS");
  });

  it("gets no expired errors when it becomes reachable", async () => {
    b.disconnect();
    platform.environment.platform.clock.after(10_000, () => b.listen());
    await platform.play();
    const invited = b.times("handle_game_invitation")[0] ?? 0;
    for (const time of b.times("notify_game_error")) expect(time).toBeLessThanOrEqual(invited);
  });

  it("loses if it becomes unreachable between the join and the choice", async () => {
    b.script = {
      join: (request) => {
        b.disconnect();
        return b.joins()(request);
      },
    };
    expect(await platform.play()).toMatchObject(win("P01"));
  });
});

describe("a declined invitation", () => {
  it("ends the match at once, even if the other player has not answered", async () => {
    a.script = { join: a.joins({ accept: false }) };
    b.script = { join: silent };
    const asked = platform.environment.now;
    expect(await platform.play()).toMatchObject({
      ...win("P02"),
      details: { reason: expect.stringMatching(/declined/) },
    });
    expect((a.times("notify_match_result")[0] ?? 0) - asked).toBeLessThan(1_000);
    expect(a.of("choose_parity")).toEqual([]);
    expect(b.of("notify_game_error")).toEqual([]);
  });

  it("by both players gives no winner, 0–0", async () => {
    a.script = { join: a.joins({ accept: false }) };
    b.script = { join: b.late(50, b.joins({ accept: false })) };
    const expected = { status: "TECHNICAL_LOSS", winner: null, score: { P01: 0, P02: 0 } };
    expect(await platform.play()).toMatchObject(expected);
  });

  it.each([0, 1_000, 2_500, 4_000, 4_900])(
    "after %i ms gives no winner if the other player was unreachable until then",
    async (ms) => {
      a.script = { join: a.late(ms, a.joins({ accept: false })) };
      b.disconnect();
      const expected = { status: "TECHNICAL_LOSS", winner: null, score: { P01: 0, P02: 0 } };
      expect(await platform.play()).toMatchObject(expected);
    },
  );

  it("is a win of the other player, even if that one has already failed", async () => {
    a.script = { join: inTurn(silent, a.joins({ accept: false })) };
    b.script = { join: () => ({ status: 500, body: "" }) };
    expect(await platform.play()).toMatchObject(win("P02"));
    expect(b.times("handle_game_invitation")).toHaveLength(4);
  });

  it("leaves no timer behind when the other player has answered", async () => {
    a.script = { join: a.joins({ accept: false }) };
    await platform.assign();
    await platform.environment.until(platform.environment.now);
    expect(platform.manager.reports).toHaveLength(1);
    expect(platform.environment.platform.clock.pending).toBe(0);
  });

  it("is a win of the other player, even if that one was late before", async () => {
    a.script = { join: inTurn(silent, a.joins({ accept: false })) };
    b.script = { join: silent };
    expect(await platform.play()).toMatchObject(win("P02"));
  });
});

it("a match leaves no timer behind", async () => {
  a.script = { join: inTurn(silent, a.joins()), choice: inTurn(silent, a.chooses("odd")) };
  b.script = { join: b.late(300, b.joins()) };
  await platform.play();
  expect(platform.environment.platform.clock.pending).toBe(0);
});
