import { describe, expect, it } from "vitest";
import {
  BadJsonError,
  HttpStatusError,
  ProtocolFault,
  RpcReplyError,
  TimeoutError,
} from "../../client/errors.js";
import { classifyFailure, isSameFailure } from "./classify-failure.js";

const place = { method: "run_match", url: "http://127.0.0.1:8001/mcp" };
const rpc = (code: number, message: string, status = 200, data?: unknown) =>
  new RpcReplyError(place, { code, message, data }, status);
const http = (status: number) => new HttpStatusError(place, status, "");
const answer = (body: unknown) => new ProtocolFault(place, "no message", [], body);

describe("a failed call", () => {
  it.each([
    ["method not found", rpc(-32601, "Method not found"), "unknown"],
    ["method not found with another error code", rpc(-32601, "x", 404, { error_code: "E018" }), "unknown"],
    ["invalid params without the contract's code", rpc(-32602, "Invalid params"), "unknown"],
    ["invalid params in the contract's words", rpc(-32602, "x", 200, { error_code: "E003" }), "refused"],
    ["an internal error for an unknown tool", rpc(-32603, "Unknown tool: run_match"), "unknown"],
    ["a server error that says unknown", rpc(-32000, "Unknown message type", 500), "unknown"],
    ["an internal error", rpc(-32603, "Internal error"), "unclear"],
    ["a server error", rpc(-32000, "not today"), "unclear"],
    ["a refusal of the contract", rpc(-32012, "AUTH_TOKEN_INVALID"), "refused"],
    ["a conflict", rpc(-32000, "already registered", 409), "refused"],
    ["HTTP 422", http(422), "unknown"],
    ["HTTP 500", http(500), "unclear"],
    ["HTTP 429", http(429), "unclear"],
    ["an error text", answer({ status: "error" }), "unknown"],
    ["a tool's error", answer({ jsonrpc: "2.0", id: 1, result: { isError: true, content: [] } }), "unknown"],
    ["an acknowledgement", answer({ jsonrpc: "2.0", id: 1, result: { status: "ACK" } }), "answered"],
    ["an ok", answer({ status: "ok" }), "answered"],
    ["no JSON", new BadJsonError(place, "no JSON"), "unclear"],
    ["silence", new TimeoutError(place, 10), "silent"],
  ] as const)("with %s is judged as %3$s", (_what, error, judgement) => {
    expect(classifyFailure(error)).toBe(judgement);
  });
});

it("a response to another request is unclear", () => {
  const fault = new ProtocolFault(
    place,
    "id",
    [],
    { jsonrpc: "2.0", id: 9, result: { status: "ACK" } },
    true,
  );
  expect(classifyFailure(fault)).toBe("unclear");
});

it("failures are the same by status and code, with any text", () => {
  expect(isSameFailure(rpc(-32000, "no ping", 500), rpc(-32000, "no run_match", 500))).toBe(true);
  expect(isSameFailure(rpc(-32000, "x", 500), rpc(-32000, "x", 200))).toBe(false);
  expect(isSameFailure(http(500), rpc(-32000, "x", 500))).toBe(false);
  expect(isSameFailure(new TimeoutError(place, 1), new TimeoutError(place, 1))).toBe(false);
});
