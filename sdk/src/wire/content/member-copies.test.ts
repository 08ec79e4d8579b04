import { expect, it } from "vitest";
import { withReportNames, withUsualNames } from "./member-copies.js";

const answer = { message_type: "GAME_JOIN_ACK", match_id: "R1M1", accept: true };

it.each([{ match: "R1M1" }, { details: { contestId: "R1M1" } }])(
  "an answer repeats each member with the id of the match: %j",
  (request) => {
    const [name = ""] = Object.keys("details" in request ? request.details : request);
    expect(withUsualNames("GAME_JOIN_ACK", answer, request)).toMatchObject({ ...answer, [name]: "R1M1" });
  },
);

it("no other member of the request is repeated, and none of the answer is replaced", () => {
  const request = { opponent: "P02", accept: "R1M1", round: 1 };
  expect(withUsualNames("GAME_JOIN_ACK", answer, request)).toEqual({
    ...answer,
    accepted: true,
    joined: true,
    type: "GAME_JOIN_ACK",
  });
});

const reportNames = ["player_a_id", "player_b_id", "winner_id", "player_a_result", "player_b_result"];
const report = (status: string, winner: string | null) => ({
  match_id: "R1M1",
  result: { status, winner, score: { P01: 3, P02: 0 } },
});
const named = (status: string, winner: string | null) => {
  const { match_id: _, result: __, ...rest } = withReportNames("MATCH_RESULT_REPORT", report(status, winner));
  return reportNames.map((name) => rest[name]);
};

it.each([
  ["WIN", "P01", ["P01", "P02", "P01", "WIN", "LOSS"]],
  ["WIN", "P02", ["P01", "P02", "P02", "LOSS", "WIN"]],
  ["DRAW", null, ["P01", "P02", null, "DRAW", "DRAW"]],
  ["TECHNICAL_LOSS", "P01", ["P01", "P02", "P01", "WIN", "TECHNICAL_LOSS"]],
  ["TECHNICAL_LOSS", null, ["P01", "P02", null, "TECHNICAL_LOSS", "TECHNICAL_LOSS"]],
])("%s of %s names both players", (status, winner, values) => {
  expect(named(status, winner)).toEqual(values);
});

it("no other message gets members", () => {
  const message = { match_id: "R1M1", result: { status: "WIN", winner: "P01", score: { P01: 3, P02: 0 } } };
  expect(withReportNames("GAME_OVER", message)).toBe(message);
  expect(withReportNames("MATCH_RESULT_REPORT", { match_id: "R1M1" })).toEqual({ match_id: "R1M1" });
});
