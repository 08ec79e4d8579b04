import { describe, expect, it } from "vitest";
import { isDrawByFacts, readMatchReport } from "./match-report.js";

const report = (fields: object) => readMatchReport({ match_id: "R1M1", ...fields });

describe("a report", () => {
  it("is read flat, nested, and with players called A and B", () => {
    const read = { match_id: "R1M1", winner: "P01", drawn_number: 4, choices: { P01: "even", P02: "odd" } };
    const choices = { P01: "EVEN", P02: "odd" };
    const flat = { player_a_id: "P01", player_b_id: "P02", player_a_choice: "even", player_b_choice: "odd" };
    expect(report({ result: { winner: "P01", details: { drawn_number: 4, choices } } })).toMatchObject(read);
    expect(report({ game_result: { winner_player_id: "P01", number: 4, choices } })).toMatchObject(read);
    expect(report({ winner_id: "P01", drawn_number: 4, ...flat })).toMatchObject(read);
    const numbered = { player1: "P01", player2: "P02", player1_choice: "even", player2_choice: "odd" };
    expect(report({ winner: "P01", dice_roll: 4, ...numbered })).toMatchObject(read);
  });

  it.each([
    ["a victor", { victor: "P01" }],
    ["an outcome of each player", { outcome: { P01: "W", P02: "L" } }],
    [
      "a list of players",
      {
        results: [
          { player_id: "P02", result: "lost" },
          { player_id: "P01", result: "won" },
        ],
      },
    ],
    ["points alone", { points: { P01: 3, P02: 0 } }],
  ])("names its winner by %s", (_, fields) => expect(report(fields)).toMatchObject({ winner: "P01" }));

  it.each([
    ["two that have won", { outcome: { P01: "W", P02: "W" } }],
    ["equal points", { points: { P01: 3, P02: 3 } }],
    ["choices that are numbers", { choices: { P01: 1, P02: 0 } }],
    ["two numbers about the draw", { details: { drawn_number: 7, attempts: 1 } }],
    ["a player under a name for no winner", { reported_by: "P01" }],
  ])("names no winner by %s", (_, fields) => expect(report(fields)?.winner ?? null).toBeNull());

  it("is a draw of both players, too", () => {
    expect(report({ outcome: { P01: "D", P02: "D" } })).toMatchObject({ status: "DRAW", winner: null });
  });

  it("is a draw in each of the known spellings", () => {
    for (const reported of [
      { winner: "draw" },
      { winner: null, status: "DRAW" },
      { winner: null, is_draw: true },
      { winner_id: null, player_a_result: "DRAW", player_b_result: "DRAW" },
      { winner: null, outcome: "MATCH_DRAW", score: { P01: 0, P02: 0 } },
      { result: { winner: null, details: { reason: "The match is a tie." } } },
      { winner: null, summary: "0-0 draw" },
    ]) {
      expect([reported, report(reported)?.status, report(reported)?.winner]).toEqual([
        reported,
        "DRAW",
        null,
      ]);
    }
  });

  it("is no draw if a text is about another fact, or a technical loss is named", () => {
    for (const [reported, status] of [
      [{ winner: null, reason: "P01 did not answer before the draw" }, undefined],
      [{ winner: null, reason: "this is not a draw" }, undefined],
      [{ winner: null, player_a_name: "Tie", reason: "timeout" }, undefined],
      [{ winner: null, status: "TECHNICAL_LOSS", reason: "counts as a draw" }, "TECHNICAL_LOSS"],
    ] as const) {
      expect([reported, report(reported)?.status]).toEqual([reported, status]);
    }
  });

  it("has no winner without a named one", () => {
    expect(report({ result: { winner: null, details: { drawn_number: 0, choices: {} } } })).toEqual({
      match_id: "R1M1",
      status: undefined,
      winner: null,
      drawn_number: 0,
      choices: {},
    });
    expect(report({ winner: "None", drawn_number: 4 })?.winner).toBeNull();
    expect(report({ result: { score: { P01: 3, P02: 0 } } })).toBeUndefined();
    expect(readMatchReport({ winner: "P01" })).toBeUndefined();
  });
});

it.each([
  [{ drawn_number: 4, choices: { P01: "odd", P02: "odd" } }, true],
  [{ drawn_number: 4, choices: { P01: "even", P02: "odd" } }, false],
  [{ drawn_number: 0, choices: { P01: "odd", P02: "odd" } }, false],
  [{ drawn_number: null, choices: { P01: "odd", P02: "odd" } }, false],
  [{ drawn_number: 4, choices: { P01: null, P02: null } }, false],
  [{ drawn_number: 4, choices: {} }, true],
  [{ drawn_number: 0, choices: {} }, false],
  [{ drawn_number: null, choices: {} }, false],
] as const)("%j is a draw by its facts: %s", (facts, isDraw) => {
  expect(isDrawByFacts(facts)).toBe(isDraw);
});
