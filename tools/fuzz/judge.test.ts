import type { HttpReply, HttpRequest } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { faultOf } from "./judge.ts";

const secret = "a-secret-token";
const json = { "content-type": "application/json" };
const post = (body = "{}"): HttpRequest => ({
  method: "POST",
  path: "/mcp",
  contentType: "application/json",
  body,
});
const reply = (body: string, status = 200, headers: Record<string, string> = json): HttpReply => ({
  status,
  headers,
  body,
});
const assert = (answer: HttpReply, request = post()) => faultOf(request, answer, [secret]);

describe("an answer without a fault", () => {
  it.each([
    ["a result", reply('{"jsonrpc":"2.0","result":{},"id":1}')],
    ["an error", reply('{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params"},"id":null}')],
    ["a batch", reply('[{"jsonrpc":"2.0","result":1,"id":1}]')],
    ["a bare message", reply('{"message_type":"GAME_JOIN_ACK"}')],
    ["nothing", reply("", 204, {})],
    ["nothing, to a client of MCP", reply("", 202, {})],
    ["a fault of HTTP", reply('{"error":"nothing here"}', 404)],
    ["an agent's own signature", reply(`{"jsonrpc":"2.0","result":{"auth_token":"${secret}"},"id":1}`)],
  ])("is %s", (_what, answer) => {
    expect(assert(answer)).toBeNull();
  });

  it("may repeat what the request contains", () => {
    const body = JSON.stringify({ conversation_id: secret });
    expect(assert(reply(`{"jsonrpc":"2.0","result":"${secret}","id":1}`), post(body))).toBeNull();
  });
});

describe("an answer with a fault", () => {
  it.each([
    [
      "an internal error",
      reply('{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}'),
    ],
    ["HTTP 500", reply('{"error":"internal error"}', 500)],
    ["no JSON", reply("hello")],
    ["neither result nor error", reply('{"jsonrpc":"2.0","id":1}')],
    ["both", reply('{"jsonrpc":"2.0","result":1,"error":{"code":1,"message":""},"id":1}')],
    ["an empty batch", reply("[]")],
    [
      "a batch with an internal error",
      reply('[{"jsonrpc":"2.0","error":{"code":-32603,"message":""},"id":1}]'),
    ],
    ["a body where none is due", reply("{}", 204)],
    ["a stack", reply('{"error":"x\\n    at f (/a/b.js:1:2)"}'.replace("\\n", "\n"), 404)],
    ["a path of the program", reply('{"error":"/home/x/dist/esm/a.js"}', 404)],
    ["a secret", reply(`{"jsonrpc":"2.0","result":{"token":"${secret}"},"id":1}`)],
    [
      "a signature in an error",
      reply(`{"jsonrpc":"2.0","error":{"code":1,"data":{"auth_token":"${secret}"}},"id":1}`),
    ],
  ])("is %s", (_what, answer) => {
    expect(assert(answer)).not.toBeNull();
  });
});
