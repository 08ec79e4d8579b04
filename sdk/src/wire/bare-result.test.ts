import { describe, expect, it } from "vitest";
import { withObjectResult } from "./tolerant-reply.js";

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
