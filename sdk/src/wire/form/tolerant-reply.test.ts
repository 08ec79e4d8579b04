import { describe, expect, it } from "vitest";
import { bundledProfile } from "./profiles.js";
import { answerKind, startedMatches, withChoiceInWords, withObjectResult } from "./tolerant-reply.js";

const answer = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });

describe("a result that is no object", () => {
  it.each([
    ["CHOOSE_PARITY_CALL", "ODD", { choice: "odd" }],
    ["GAME_INVITATION", false, { accept: false }],
    ["ROUND_ANNOUNCEMENT", null, { status: "received" }],
    ["ROUND_ANNOUNCEMENT", "got it", { status: "received" }],
    ["GAME_INVITATION", "I am in", { accept: true }],
    ["GAME_INVITATION", "false", { accept: false }],
    ["CHOOSE_PARITY_CALL", "I choose odd.", { choice: "odd" }],
  ])("of %s, %j, is read as %j", (type, result, read) => {
    expect(withObjectResult(type, answer(result))).toEqual(answer(read));
  });

  it.each([
    ["CHOOSE_PARITY_CALL", "either"],
    ["CHOOSE_PARITY_CALL", null],
    ["CHOOSE_PARITY_CALL", true],
    ["GAME_INVITATION", null],
    ["GAME_INVITATION", "Unknown method"],
    ["ROUND_ANNOUNCEMENT", "an error has occurred"],
    ["RUN_MATCH", "got it"],
    ["RUN_MATCH", true],
  ])("of %s, %j, has no meaning", (type, result) => {
    expect(withObjectResult(type, answer(result))).toEqual(answer(result));
  });
});

const rules = bundledProfile("loose")?.messages.CHOOSE_PARITY_RESPONSE ?? {};
const read = (members: object) => withChoiceInWords({ ...members }, rules);

it.each([
  [{ parity_choice: 0 }, { parity_choice: "even" }],
  [
    { choice: 1, match_id: "R1M1" },
    { choice: "odd", match_id: "R1M1" },
  ],
])("0 is even and 1 is odd: %j", (members, words) => expect(read(members)).toEqual(words));

it("a choice under the form's own name is read as a number, too", () => {
  const renamed = { rename: { parity_choice: "bit" } };
  expect(withChoiceInWords({ bit: 1 }, renamed)).toEqual({ bit: "odd" });
});

it.each([
  { parity_choice: 2 },
  { parity_choice: "1" },
  { parity_choice: true },
  { parity_choice: 1.5 },
  { parity_choice: null },
  { round: 1 },
  { parity_choice: 1, choice: 0 },
  { parity_choice: 1, choice: "even" },
])("no other number is a choice: %j", (members) => expect(read(members)).toEqual(members));

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
