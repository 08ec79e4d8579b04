import { describe, expect, it } from "vitest";
import { requestText } from "./request-text.js";

describe("requestText", () => {
  it("is a JSON-RPC request, or a notification without an id", () => {
    const message = { text: 'a "b"\n', n: [1, null] };
    expect(JSON.parse(requestText('odd "name"', message, 7))).toEqual({
      jsonrpc: "2.0",
      method: 'odd "name"',
      params: message,
      id: 7,
    });
    expect(JSON.parse(requestText("m", message))).toEqual({ jsonrpc: "2.0", method: "m", params: message });
  });

  it("serializes a frozen message once, and any other message each time", () => {
    let written = 0;
    const counting = { toJSON: () => ({ written: ++written }) };
    const open = { counting };
    requestText("m", open, 1);
    requestText("m", open, 2);
    expect(written).toBe(2);
    const frozen = Object.freeze({ counting });
    expect(requestText("m", frozen, 1)).toBe(requestText("m", frozen, 1));
    expect(requestText("other", frozen, 2)).toContain('{"counting":{"written":3}}');
    expect(written).toBe(3);
  });
});
