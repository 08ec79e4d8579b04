import { describe, expect, it } from "vitest";
import { acknowledge, assertAcknowledgement, message, requestText } from "./exchange.ts";

const reply = (id: number, change: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", result: { ...acknowledge(message), ...change }, id });

describe("assertAcknowledgement", () => {
  it("is content with the acknowledgement of the request", () => {
    expect(JSON.parse(requestText(7))).toMatchObject({ id: 7, params: message });
    expect(() => assertAcknowledgement(reply(7), 7)).not.toThrow();
  });

  it.each([
    ["another id", reply(8)],
    ["another match", reply(7, { match_id: "R9M9" })],
    ["no timestamp", reply(7, { timestamp: undefined })],
    ["an error", JSON.stringify({ jsonrpc: "2.0", error: { code: -32603, message: "" }, id: 7 })],
  ])("is not content with %s", (_, text) => {
    expect(() => assertAcknowledgement(text, 7)).toThrow("does not acknowledge request 7");
  });
});
