import { describe, expect, it } from "vitest";
import { acknowledge, assertAcknowledgement, invalid, message, requestText, valid } from "./game-over.ts";
import { validators } from "./validators.ts";

describe.each(validators)("$name", ({ check }) => {
  it("accepts every valid message and refuses every invalid one: another verdict would be other work", () => {
    expect(valid.filter((one) => !check(one))).toEqual([]);
    expect(invalid.filter(check)).toEqual([]);
  });
});

describe("assertAcknowledgement", () => {
  const reply = (id: number, change: object = {}) =>
    JSON.stringify({ jsonrpc: "2.0", result: { ...acknowledge(message), ...change }, id });

  it("is content with the acknowledgement of the request", () => {
    expect(JSON.parse(requestText)).toMatchObject({ id: 7, params: message });
    expect(() => assertAcknowledgement(reply(7))).not.toThrow();
  });

  it.each([
    ["another id", reply(8)],
    ["another match", reply(7, { match_id: "R9M9" })],
    ["no timestamp", reply(7, { timestamp: undefined })],
    ["an error", JSON.stringify({ jsonrpc: "2.0", error: { code: -32603, message: "" }, id: 7 })],
  ])("is not content with %s", (_, text) => {
    expect(() => assertAcknowledgement(text)).toThrow("does not acknowledge request 7");
  });
});
