import { describe, expect, it } from "vitest";
import { answerKind, startedMatches } from "./acknowledgement.js";

describe("an answer without a message", () => {
  it.each([
    [{ status: "ACK" }, "acknowledged"],
    [{ status: "acknowledged", matches_started: 1 }, "acknowledged"],
    [{ status: "RECEIVED" }, "acknowledged"],
    [{ received: true }, "acknowledged"],
    [{ message_type: "ACK" }, "acknowledged"],
    [{ message_type: "GAME_OVER_ACK" }, "acknowledged"],
    [{ message_type: "MATCH_RESULT_ACKNOWLEDGED" }, "acknowledged"],
    [{ started: ["R1M1"], matches_started: ["R1M1"] }, "acknowledged"],
    [{ status: "ok" }, "ok"],
    [{ success: true }, "ok"],
    [{ status: "error", message: "Unknown message type" }, "refused"],
    [{ success: false }, "refused"],
    [{ error: "no such method" }, "refused"],
    [{}, "none"],
    [{ hello: ["platform"] }, "none"],
    [{ message_type: "GAME_JOIN", accept: true }, "none"],
  ] as const)("the answer %j is classified as %s", (answer, kind) => {
    expect(answerKind(answer)).toBe(kind);
  });
});

it("the matches that a referee has started are counted under the names that referees use", () => {
  expect(
    [{ matches_started: 2 }, { games_started: ["a"] }, { matches_started: "2" }, {}].map(startedMatches),
  ).toEqual([2, 1, 0, 0]);
});
