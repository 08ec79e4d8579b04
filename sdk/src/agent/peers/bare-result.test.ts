import { describe, expect, it } from "vitest";
import { withObjectResult } from "./bare-result.js";

const answer = (result: unknown) => ({ jsonrpc: "2.0", id: 1, result });

describe("a result that is no object", () => {
  it.each([
    ["CHOOSE_PARITY_CALL", "ODD", { choice: "odd" }],
    ["GAME_INVITATION", false, { accept: false }],
    ["ROUND_ANNOUNCEMENT", null, { status: "received" }],
  ])("of %s, %j, is read as %j", (type, result, read) => {
    expect(withObjectResult(type, answer(result))).toEqual(answer(read));
  });

  it.each([
    ["CHOOSE_PARITY_CALL", "either"],
    ["CHOOSE_PARITY_CALL", null],
    ["CHOOSE_PARITY_CALL", true],
    ["GAME_INVITATION", null],
    ["RUN_MATCH", true],
  ])("of %s, %j, says nothing", (type, result) => {
    expect(withObjectResult(type, answer(result))).toEqual(answer(result));
  });
});
