/** Reporting to the league manager, and the stored data of a referee (IS 3.2.8; D65, D66). */
import { describe, expect, it } from "vitest";
import type { Message } from "../peers/environment.js";
import { inTurn, type Step, silent } from "../peers/scripted-peer.js";
import { type Refereed, refereed, refereePort } from "./refereed.js";

describe("a report", () => {
  it("has the ids of the assignment, the token, and the whole result", async () => {
    const platform = await refereed();
    await platform.play("R1M1");
    expect(platform.manager.reports[0]?.params).toEqual({
      protocol: "league.v2",
      message_type: "MATCH_RESULT_REPORT",
      sender: "referee:REF01",
      timestamp: expect.any(String),
      conversation_id: expect.any(String),
      auth_token: "token-by-hand",
      league_id: "league_by_hand",
      round_id: 1,
      match_id: "R1M1",
      game_type: "even_odd",
      result: {
        status: expect.any(String),
        winner: null,
        score: { P01: 1, P02: 1 },
        details: {
          drawn_number: expect.any(Number),
          number_parity: expect.any(String),
          choices: { P01: "even", P02: "even" },
          reason: expect.any(String),
        },
      },
    });
  });

  const internal: Step = () => ({ error: { code: -32603, message: "Internal error" } });
  it.each<[string, Step]>([
    ["does not answer", silent],
    ["answers HTTP 500", () => ({ status: 500, body: "oops" })],
    ["answers HTTP 429", () => ({ status: 429, body: "slow down" })],
    ["has an internal error", internal],
  ])("is sent again, at most three times, if the manager %s", async (_what, fails) => {
    const platform = await refereed({ manager: { report: fails } });
    await platform.play();
    expect(platform.manager.reports).toHaveLength(4);
    expect(new Set(platform.manager.reports.map(({ params }) => JSON.stringify(params))).size).toBe(1);
    expect(platform.records[0]?.reported).toBe(false);
  });

  it("is not sent again after its acknowledgement", async () => {
    const platform = await refereed();
    platform.manager.script = { report: inTurn(silent, (request) => platform.manager.records(request)) };
    await platform.play();
    expect(platform.manager.reports).toHaveLength(2);
    expect(platform.records[0]?.reported).toBe(true);
  });

  it.each([-32007, -32012])("is not sent again after the refusal %i", async (code) => {
    const platform = await refereed({ manager: { report: () => ({ error: { code, message: "no" } }) } });
    await platform.play();
    expect(platform.manager.reports).toHaveLength(1);
  });

  it("that could not be delivered does not delay the next match, and is sent again on request", async () => {
    const platform = await refereed({ manager: { report: silent }, referee: { maxConcurrentMatches: 1 } });
    const lost = await platform.play("R1M1");
    platform.manager.script = {};
    await platform.play("R1M2");
    await platform.assign("R1M1");
    await platform.environment.until(platform.environment.now + 20_000);
    const last = platform.manager.reports.at(-1)?.params;
    expect(last).toMatchObject({ match_id: "R1M1", result: lost });
  });
});

describe("the record of a match", () => {
  it("contains the whole transcript, in order and without tokens", async () => {
    const platform = await refereed();
    platform.b.script = { choice: inTurn(platform.b.chooses("EVEN"), platform.b.chooses("odd")) };
    await platform.play();
    const [record] = platform.records;
    expect(record).toMatchObject({
      match_id: "R1M1",
      player_A_id: "P01",
      player_B_id: "P02",
      referee_id: "REF01",
    });
    const lines = record?.transcript.map(
      ({ from, to, message }) => `${from} ${to} ${(message as Message).message_type}`,
    );
    expect(lines).toEqual([
      "referee:REF01 P01 GAME_INVITATION",
      "referee:REF01 P02 GAME_INVITATION",
      "P01 referee:REF01 GAME_JOIN_ACK",
      "P02 referee:REF01 GAME_JOIN_ACK",
      "referee:REF01 P01 CHOOSE_PARITY_CALL",
      "referee:REF01 P02 CHOOSE_PARITY_CALL",
      "P01 referee:REF01 CHOOSE_PARITY_RESPONSE",
      "referee:REF01 P02 GAME_ERROR",
      "referee:REF01 P02 CHOOSE_PARITY_CALL",
      "P02 referee:REF01 CHOOSE_PARITY_RESPONSE",
      "referee:REF01 P01 GAME_OVER",
      "referee:REF01 P02 GAME_OVER",
      "P01 referee:REF01 GAME_OVER_ACK",
      "P02 referee:REF01 GAME_OVER_ACK",
      "referee:REF01 league_manager MATCH_RESULT_REPORT",
      "league_manager referee:REF01 MATCH_RESULT_ACK",
    ]);
    expect(JSON.stringify(record)).not.toContain("token");
  });

  it("does not affect the match if onMatch fails", async () => {
    const platform = await refereed({
      referee: {
        onMatch: () => {
          throw new Error("disk full");
        },
      },
    });
    await platform.play("R1M1");
    await platform.play("R1M2");
    expect(platform.environment.logged.some(({ message }) => message.includes("disk full"))).toBe(true);
  });
});

describe("get_match_state", () => {
  const query = (platform: Refereed, auth_token?: string, match_id = "R1M1") => {
    const fields = auth_token === undefined ? { match_id } : { match_id, auth_token };
    return platform.environment.ask(
      refereePort,
      "get_match_state",
      platform.environment.message("GET_MATCH_STATE", "operator", fields),
    );
  };

  it("returns no choices before the match is over", async () => {
    const platform = await refereed();
    platform.b.script = { choice: platform.b.late(10_000, platform.b.chooses("odd")) };
    await platform.assign();
    await platform.environment.until(5_000);
    const { result } = await query(platform, "token-by-hand");
    expect(result).toMatchObject({ state: "COLLECTING_CHOICES", player_A_id: "P01", player_B_id: "P02" });
    expect(result).not.toHaveProperty("result");
    await platform.environment.until(20_000);
    expect((await query(platform, "token-by-hand")).result).toMatchObject({
      state: "FINISHED",
      result: { choices: { P01: "even", P02: "odd" } },
    });
  });

  it("requires the referee's own token and one of its matches", async () => {
    const platform = await refereed();
    expect((await query(platform)).error).toMatchObject({ code: -32011 });
    expect((await query(platform, "guessed")).error).toMatchObject({ code: -32012 });
    expect((await query(platform, "token-by-hand", "R7M7")).error).toMatchObject({ code: -32006 });
  });
});

describe("the standings in the choice call", () => {
  const standings =
    (platform: Refereed): Step =>
    (request) => {
      const row = (rank: number, player_id: string, points: number) => ({
        rank,
        player_id,
        display_name: player_id,
        played: 3,
        wins: 1,
        draws: 2,
        losses: 0,
        points,
      });
      const data = { standings: [row(1, "P01", 5), row(2, "P02", 5)] };
      const fields = { query_type: "GET_STANDINGS", success: true, data, error: null };
      return { result: platform.manager.message("LEAGUE_QUERY_RESPONSE", request, fields) };
    };

  it("are the manager's", async () => {
    const platform = await refereed();
    platform.manager.script = { query: standings(platform) };
    await platform.play();
    expect(platform.a.of("choose_parity")[0]?.params.context).toMatchObject({
      your_standings: { wins: 1, draws: 2, losses: 0, points: 5 },
    });
  });

  it("are queried once a round, in the background", async () => {
    const platform = await refereed();
    platform.manager.script = { query: silent };
    await platform.assign("R1M1");
    await platform.assign("R1M2");
    await platform.environment.until(1_000);
    expect(platform.manager.of("league_query")).toHaveLength(1);
    expect(platform.manager.reports).toHaveLength(2);
    expect(platform.a.of("choose_parity")[0]?.params.context).toMatchObject({
      your_standings: { wins: 0, draws: 0, losses: 0, points: 0 },
    });
  });
});
