import { expect, test } from "vitest";
import { utf8 } from "../json/text.js";
import { inspectSecrecy } from "./secrecy-rules.js";

const kinds = (body: string) => inspectSecrecy(utf8(body)).map(({ text }) => text.split(":")[0]);

test.each([
  '{"error":"Traceback (most recent call last):\\n  File \\"agent.py\\", line 3"}',
  JSON.stringify({ stack: "Error: x\n    at Object.<anonymous> (/srv/agent/index.js:3:7)" }),
  "    at com.example.Agent.main(Agent.java:14)",
])("%s shows a stack trace", (body) => {
  expect(kinds(body)).toEqual(["it shows a stack trace"]);
});

test.each(['{"data":"/home/ann/agent/player"}', '"C:\\\\Users\\\\ann\\\\agent"', '"player.py:31"'])(
  "%s shows a path",
  (body) => {
    expect(kinds(body)).toEqual(["it shows the path of a file"]);
  },
);

test.each([
  '{"message":"Cannot read properties of undefined (reading \'x\')"}',
  '{"message":"KeyError: \'match_id\'"}',
  '"Expecting value: line 1 column 1 (char 0)"',
])("%s shows an exception", (body) => {
  expect(kinds(body)).toEqual(["it shows the text of an exception"]);
});

test.each([
  '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
  '{"error":{"code":-32602,"message":"Invalid params","data":{"pointer":"/params/match_id","keyword":"type"}}}',
  '{"title":"GameError","description":"LEAGUE_ERROR, TIMEOUT_ERROR, see http://127.0.0.1:8101/mcp at 12:30:00"}',
  '{"error":"nothing here; try /mcp, /health"}',
  "",
])("%s shows no internal details", (body) => {
  expect(kinds(body)).toEqual([]);
});
