/** The number, the winner, and the recipients of each message (IS 3.2.7, 3.2.8; contract 6 and 7). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runsOf } from "../../../tools/gate/one-in.js";
import { evenOdd } from "../../src/game/even-odd.js";
import type { Random } from "../../src/platform/random.js";
import { seededRandom } from "../../src/platform/seeded-random.js";
import { drawNumber } from "../../src/referee/draw.js";
import { played } from "../../src/referee/outcome.js";
import type { Message } from "../peers/environment.js";
import { silent } from "../peers/scripted-peer.js";
import { refereed } from "./refereed.js";

/** The rules of the game in a short form, to check the referee. */
function oracle(choiceA: string, choiceB: string, number: number) {
  const isEven = [2, 4, 6, 8, 10].includes(number);
  const aRight = (choiceA === "even") === isEven;
  const bRight = (choiceB === "even") === isEven;
  if (aRight === bRight) return { status: "DRAW", winner: null, score: { P01: 1, P02: 1 } };
  return aRight
    ? { status: "WIN", winner: "P01", score: { P01: 3, P02: 0 } }
    : { status: "WIN", winner: "P02", score: { P01: 0, P02: 3 } };
}

const parity = fc.constantFrom("even", "odd");

describe("a played match", () => {
  it("ends by the rules, for all choices and all numbers", async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(parity, parity, fc.nat(), async (choiceA, choiceB, seed) => {
        const platform = await refereed({ seed });
        platform.a.script = { choice: platform.a.chooses(choiceA) };
        platform.b.script = { choice: platform.b.chooses(choiceB) };
        const result = await platform.play();
        const { drawn_number, number_parity, choices } = result.details as Message;
        seen.add(`${choiceA} ${choiceB} ${drawn_number}`);
        expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(drawn_number);
        expect(number_parity).toBe(Number(drawn_number) % 2 === 0 ? "even" : "odd");
        expect(choices).toEqual({ P01: choiceA, P02: choiceB });
        expect(result).toMatchObject(oracle(choiceA, choiceB, Number(drawn_number)));
      }),
      { numRuns: runsOf(400) },
    );
    expect(seen.size).toBeGreaterThan(35);
  });
});

it("a referee sends both players the same result before its report", async () => {
  const platform = await refereed();
  platform.b.script = {
    over: platform.b.late(400, (request) => ({
      result: platform.b.message("GAME_OVER_ACK", request, { status: "ACKNOWLEDGED" }),
    })),
  };
  const { status, winner, details } = await platform.play();
  const { drawn_number, number_parity, choices, reason } = details as Message;
  const expected = { status, winner_player_id: winner, drawn_number, number_parity, choices, reason };
  for (const player of [platform.a, platform.b]) {
    expect(player.of("notify_match_result").map(({ params }) => params.game_result)).toEqual([expected]);
  }
  const [over] = platform.b.times("notify_match_result");
  expect(platform.manager.reports.map(({ at }) => at - (over ?? 0))).toEqual([400]);
});

it("a match has one conversation with both players and the manager", async () => {
  const platform = await refereed();
  await platform.play("R1M1");
  await platform.play("R1M2");
  const conversations = ["R1M1", "R1M2"].map((match_id) =>
    [platform.a, platform.b, platform.manager]
      .flatMap(({ received }) => received)
      .filter(({ params, method }) => params.match_id === match_id && method !== "run_match")
      .map(({ params }) => params.conversation_id),
  );
  expect(conversations.map((ids) => [ids.length, new Set(ids).size])).toEqual([
    [7, 1],
    [7, 1],
  ]);
  expect(conversations[0]?.[0]).not.toBe(conversations[1]?.[0]);
});

it("invites both players at the same time, and requests both choices at the same time", async () => {
  const platform = await refereed();
  platform.a.script = {
    join: platform.a.late(3_000, platform.a.joins()),
    choice: platform.a.late(20_000, platform.a.chooses("odd")),
  };
  await platform.play();
  for (const method of ["handle_game_invitation", "choose_parity"]) {
    expect(platform.a.times(method)).toEqual(platform.b.times(method));
    expect(platform.a.times(method)).toHaveLength(1);
  }
  expect(platform.b.times("choose_parity")[0]).toBe(
    (platform.b.times("handle_game_invitation")[0] ?? 0) + 3_000,
  );
});

it("a referee sends each player its role, opponent and id, and no answers of the other player", async () => {
  const platform = await refereed();
  platform.a.script = {
    join: platform.a.late(1_000, platform.a.joins()),
    choice: platform.a.late(9_000, platform.a.chooses("odd")),
  };
  await platform.play();
  const [invitedA, calledA] = [platform.a.of("handle_game_invitation")[0], platform.a.of("choose_parity")[0]];
  const [invitedB, calledB] = [platform.b.of("handle_game_invitation")[0], platform.b.of("choose_parity")[0]];
  const frame = { league_id: "league_by_hand", round_id: 1, match_id: "R1M1", game_type: "even_odd" };
  expect(invitedA?.params).toMatchObject({ ...frame, role_in_match: "PLAYER_A", opponent_id: "P02" });
  expect(invitedB?.params).toMatchObject({ ...frame, role_in_match: "PLAYER_B", opponent_id: "P01" });
  const standings = { wins: 0, losses: 0, draws: 0, points: 0 };
  expect(calledA?.params.context).toEqual({ opponent_id: "P02", round_id: 1, your_standings: standings });
  expect(calledB?.params.context).toEqual({ opponent_id: "P01", round_id: 1, your_standings: standings });
  // The two calls differ only in their ids.
  const anonymous = (params: unknown) => JSON.stringify(params).replaceAll(/P0[12]/g, "P");
  expect(anonymous(calledA?.params)).toBe(anonymous(calledB?.params));
});

describe("GAME_OVER", () => {
  it("is sent once to each player, also to players that never answered", async () => {
    const platform = await refereed();
    platform.a.script = { join: silent, over: silent };
    await platform.play();
    expect(platform.a.of("notify_match_result")).toHaveLength(1);
    expect(platform.b.of("notify_match_result")).toHaveLength(1);
  });

  it("does not wait for a player that has not answered in this match", async () => {
    const platform = await refereed();
    platform.a.script = { join: silent, over: silent };
    await platform.play();
    expect(platform.manager.reports[0]?.at).toBe(platform.a.times("notify_match_result")[0]);
  });

  it("waits at most 10 s for a player that has answered", async () => {
    const platform = await refereed();
    platform.a.script = { over: silent };
    await platform.play();
    const [sent] = platform.a.times("notify_match_result");
    expect(platform.manager.reports.map(({ at }) => at - (sent ?? 0))).toEqual([10_000]);
  });

  it.each([
    ["an error", () => ({ error: { code: -32000, message: "no" } })],
    ["HTTP 500", () => ({ status: 500, body: "no" })],
    ["nonsense", () => ({ status: 200, body: "no" })],
  ])("that is answered with %s is not sent again, and delays nothing", async (_what, over) => {
    const platform = await refereed();
    platform.a.script = { over };
    await platform.play();
    expect(platform.a.of("notify_match_result")).toHaveLength(1);
    expect(platform.manager.reports[0]?.at).toBe(platform.a.times("notify_match_result")[0]);
  });
});

describe("the source of randomness", () => {
  const broken = (failures: number): Random => {
    let left = failures;
    const below = () => {
      if (left-- > 0) throw new Error("no entropy");
      return 6;
    };
    return { bytes: (n) => new Uint8Array(n), below };
  };

  it.each([
    [0, "WIN", 7],
    [3, "WIN", 7],
    [4, "DRAW", null],
  ])("may fail %i times: then the match is a %s with the number %j", (failures, status, number) => {
    const drawn = drawNumber(evenOdd, broken(failures), ["odd", "even"]);
    expect(drawn).toBe(number);
    const participant = (id: string, choice: "even" | "odd") => ({
      id,
      part: { kind: "chose" as const, choice },
    });
    const outcome = played(participant("P01", "odd"), participant("P02", "even"), evenOdd, drawn);
    expect(outcome).toMatchObject({ status, drawn_number: number, choices: { P01: "odd", P02: "even" } });
  });
});

it("draws every number about equally often", () => {
  const random = seededRandom(3);
  const counts = new Map<number | null, number>();
  for (let draw = 0; draw < 100_000; draw++) {
    const number = drawNumber(evenOdd, random, ["even", "even"]);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((x, y) => Number(x) - Number(y))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(27.9); // 9 degrees of freedom, p = 0.001
});
