import { expect, it } from "vitest";
import { answeredResult } from "./answered-result.js";

const match = { match_id: "R1M1", round_id: 1, player_A_id: "P01", player_B_id: "P02", referee_id: "REF01" };
const players = { player1: "P01", player2: "P02", player1_choice: "even", player2_choice: "odd" };

it.each([
  [{ ...players, dice_roll: 42, winner: "P01" }, "WIN", { P01: 3, P02: 0 }],
  [{ ...players, dice_roll: 3, winner: "player2" }, "WIN", { P01: 0, P02: 3 }],
  [{ ...players, winner: null, is_draw: true }, "DRAW", { P01: 1, P02: 1 }],
])("the answer %j is a result", (match_result, status, score) => {
  expect(answeredResult({ match_result }, match, "REF01")).toMatchObject({
    status,
    score,
    referee_id: "REF01",
  });
});

it.each([{}, { match_result: { winner: "P03" } }, { match_result: { match_id: "R1M1", status: "started" } }])(
  "the answer %j has no result",
  (reply) => {
    expect(answeredResult(reply, match, "REF01")).toBeUndefined();
  },
);
