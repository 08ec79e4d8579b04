import { describe, expect, it } from "vitest";
import { ProtocolFault, RpcReplyError } from "../client/errors.js";
import { judgeFailure } from "./judge-failure.js";
import { asMeant } from "./meant-failure.js";

const place = { method: "run_match", url: "http://127.0.0.1:8001/mcp" };
const fault = (answer: unknown) => new ProtocolFault(place, "the answer holds no message", [], answer);

describe("what a strange answer means", () => {
  it("nothing is that the message was received", () => {
    const meant = asMeant(new ProtocolFault(place, "HTTP 202 without an answer"));
    expect(meant).toMatchObject({ answer: { status: "received" } });
  });

  it.each(["KeyError: 'player1'", "unknown method run_match"])(
    "an error without a code says %s",
    (message) => {
      const meant = asMeant(fault({ jsonrpc: "2.0", id: 1, error: { message } }));
      expect(meant).toBeInstanceOf(RpcReplyError);
      expect(meant).toMatchObject({ text: message });
      expect(judgeFailure(meant)).toBe(message.startsWith("unknown") ? "unknown" : "unclear");
    },
  );

  it.each([
    [{ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "no" } }],
    [{ jsonrpc: "2.0", id: 1, result: {}, error: { message: "no" } }],
    [{ error: { message: "no" } }],
    [{ jsonrpc: "2.0", id: 1, error: {} }],
  ])("%j is what it is", (answer) => {
    const error = fault(answer);
    expect(asMeant(error)).toBe(error);
  });
});

it.each([
  ["Server not initialized", "unknown"],
  ["Received request before initialization was complete", "unknown"],
  ["the match is not ready", "refused"],
])("a refusal that says %s is %s", (message, judgement) => {
  expect(judgeFailure(new RpcReplyError(place, { code: -32002, message }, 200))).toBe(judgement);
});
