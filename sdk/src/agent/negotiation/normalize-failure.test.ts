import { describe, expect, it } from "vitest";
import { ProtocolFault, RpcReplyError } from "../../client/errors.js";
import { classifyFailure } from "./classify-failure.js";
import { normalizeFailure } from "./normalize-failure.js";

const place = { method: "run_match", url: "http://127.0.0.1:8001/mcp" };
const fault = (answer: unknown) => new ProtocolFault(place, "the answer holds no message", [], answer);

describe("a failure without a JSON-RPC response", () => {
  it("an empty answer acknowledges the message", () => {
    const normalized = normalizeFailure(new ProtocolFault(place, "HTTP 202 without an answer"));
    expect(normalized).toMatchObject({ answer: { status: "received" } });
  });

  it.each(["KeyError: 'player1'", "unknown method run_match"])(
    "an error without a code has the text %s",
    (message) => {
      const normalized = normalizeFailure(fault({ jsonrpc: "2.0", id: 1, error: { message } }));
      expect(normalized).toBeInstanceOf(RpcReplyError);
      expect(normalized).toMatchObject({ text: message });
      expect(classifyFailure(normalized)).toBe(message.startsWith("unknown") ? "unknown" : "unclear");
    },
  );

  it.each([
    [{ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "no" } }],
    [{ jsonrpc: "2.0", id: 1, result: {}, error: { message: "no" } }],
    [{ error: { message: "no" } }],
    [{ jsonrpc: "2.0", id: 1, error: {} }],
  ])("%j is unchanged", (answer) => {
    const error = fault(answer);
    expect(normalizeFailure(error)).toBe(error);
  });
});

it.each([
  ["Server not initialized", "unknown"],
  ["Received request before initialization was complete", "unknown"],
  ["the match is not ready", "refused"],
])("a refusal that says %s is %s", (message, judgement) => {
  expect(classifyFailure(new RpcReplyError(place, { code: -32002, message }, 200))).toBe(judgement);
});
