import { expect, test } from "vitest";
import { protocol } from "../contract.js";
import { utf8 } from "../json/text.js";
import type { Headers, RawReply } from "../wire/types.js";
import { inspectEnvelope } from "./envelope-rules.js";
import { inspectRequest } from "./json-rules.js";
import { inspectNames } from "./name-rules.js";
import { inspectReply } from "./reply-rules.js";

const JSON_TYPE: Headers = [["content-type", "application/json; charset=utf-8"]];

function reply(body: string | Uint8Array, { status = 200, headers = JSON_TYPE } = {}): RawReply {
  return {
    kind: "reply",
    status,
    headers,
    body: typeof body === "string" ? utf8(body) : body,
    timing: { sent_ms: 0, end_ms: 1 },
  };
}

const REQUEST = utf8('{"jsonrpc":"2.0","id":7,"method":"ping","params":{}}');
const kinds = (body: string | Uint8Array, options = {}, request = REQUEST) =>
  inspectReply(request, reply(body, options)).violations.map(({ kind }) => kind);

test("a correct result or error has no violation", () => {
  expect(kinds('{"jsonrpc":"2.0","id":7,"result":null}')).toEqual([]);
  expect(kinds('{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}')).toEqual([]);
});

test.each([
  ['{"jsonrpc":"2.0","id":"7","result":{}}', ["id-echoed"]],
  ['{"jsonrpc":"2.0","result":{}}', ["id-echoed"]],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}', ["id-echoed"]],
  ['{"jsonrpc":"2.0","id":7,"result":{},"error":null}', ["result-xor-error"]],
  ['{"jsonrpc":"2.0","id":7}', ["result-xor-error"]],
  ['{"jsonrpc":2,"id":7,"result":1}', ["jsonrpc-version"]],
  ['{"jsonrpc":"2.0","id":7,"error":{"code":"E1","message":1}}', ["error-code", "error-message"]],
  ['{"jsonrpc":"2.0","id":7,"id":7,"result":1}', ["duplicate-key"]],
  ['{"jsonrpc":"2.0","id":7,"result":9007199254740993}', ["unsafe-integer"]],
  ['\uFEFF{"jsonrpc":"2.0","id":7,"result":1}', ["bom"]],
  ["<html>", ["not-json"]],
])("%s has the violations %j", (body, expected) => {
  expect(kinds(body)).toEqual(expected);
});

test("an error for a request that is not UTF-8, has a member twice, or is not read completely, may have a null id with any code", () => {
  const cut = new Uint8Array([...utf8('{"jsonrpc":"2.0","id":7,"method":"'), 0xff, ...utf8('"}')]);
  const unread = '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"no UTF-8"}}';
  expect(kinds(unread, {}, cut)).toEqual([]);
  expect(kinds(unread)).toEqual(["id-echoed"]);
  const twice = utf8('{"jsonrpc":"2.0","id":7,"method":"ping","params":{},"params":{}}');
  expect(kinds(unread, {}, twice)).toEqual([]);
  expect(kinds('{"jsonrpc":"2.0","id":null,"result":{}}', {}, cut)).toEqual(["id-echoed"]);
  const long = (bytes: number) =>
    utf8(`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"pad":"${"a".repeat(bytes)}"}}`);
  expect(kinds(unread, {}, long(protocol.limits.bodyBytes))).toEqual([]);
  expect(kinds(unread, {}, long(1))).toEqual(["id-echoed"]);
});

test("status and media type are judged, and an HTTP error is no JSON-RPC answer", () => {
  const right = '{"jsonrpc":"2.0","id":7,"result":1}';
  expect(kinds(right, { headers: [["content-type", "text/html"]] })).toEqual(["media-type"]);
  expect(kinds(right, { status: 400 })).toEqual(["http-status"]);
  expect(kinds(`[${right}]`, { status: 400 })).toEqual(["http-status"]);
  expect(inspectReply(REQUEST, reply(`[${right}]`, { status: 400 })).json).toEqual([JSON.parse(right)]);
  expect(kinds("Not Found", { status: 404, headers: [] })).toEqual(["http-status"]);
  expect(kinds("", { status: 413 }, utf8("not a request"))).toEqual([]);
});

test("a compressed answer is named as such, and not as bytes that are no UTF-8", () => {
  const gzip = inspectReply(REQUEST, {
    ...reply("", { headers: [...JSON_TYPE, ["content-encoding", "gzip"]] }),
    body: Uint8Array.of(0x1f, 0x8b, 8, 0),
  });
  expect(gzip.violations.map(({ kind, text }) => [kind, text])).toEqual([
    ["not-json", "encoded with gzip, which the other side does not accept"],
  ]);
});

test("a rule that could not be applied does not count as applied", () => {
  expect(inspectReply(REQUEST, reply("<html>")).rules).not.toContain("result-xor-error");
  expect(inspectReply(REQUEST, reply('{"jsonrpc":"2.0","id":7,"result":1}')).rules).not.toContain(
    "error-code",
  );
});

test("notifications get no response", () => {
  const notification = utf8('{"jsonrpc":"2.0","method":"notify_game_error"}');
  expect(kinds("", { status: 204 }, notification)).toEqual([]);
  expect(kinds('{"jsonrpc":"2.0","id":null,"result":1}', {}, notification)).toEqual([
    "notification-answered",
  ]);
  expect(kinds('{"status":"ok"}', {}, notification)).toEqual([]);
  const text = utf8('{"jsonrpc":"2.0","method":"notify_game_error","params":"text"}');
  expect(kinds('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}', {}, text)).toEqual([]);
});

test("the id in the answer to an unreadable request is null or the id that is readable", () => {
  const broken = utf8('{"jsonrpc":"2.0","id":7,"method":1}');
  for (const id of ["null", "7"])
    expect(kinds(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":"x"}}`, {}, broken)).toEqual(
      [],
    );
  const other = '{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"x"}}';
  expect(kinds(other, {}, broken)).toEqual(["id-echoed"]);
  const unreadable = Uint8Array.from([...utf8('{"jsonrpc":"2.0","id":7,"method":"'), 0xff, ...utf8('"}')]);
  for (const code of [-32_603, -32_700])
    expect(
      kinds(`{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":"x"}}`, {}, unreadable),
    ).toEqual([]);
  expect(kinds(other, {}, unreadable)).toEqual(["id-echoed"]);
  // A more lenient reader may accept it as JSON: the check that sent it judges the ids.
  expect(kinds(other, {}, utf8("{"))).toEqual([]);
});

test.each([
  [1, true],
  [-32_601, true],
  [-32_099, true],
  [-32_000, true],
  [-32_100, false],
  [-32_768, false],
  [-32_769, true],
  [1.5, false],
])("an agent may use the code %d: %s", (code, allowed) => {
  const found = kinds(`{"jsonrpc":"2.0","id":7,"error":{"code":${code},"message":"x"}}`);
  expect(found).toEqual(allowed ? [] : ["error-code"]);
});

test("each answer of a batch is judged", () => {
  const batch = utf8('[{"jsonrpc":"2.0","id":1,"method":"ping"}]');
  expect(kinds('[{"jsonrpc":"2.0","id":1,"result":1},{"jsonrpc":"2.0","id":2}]', {}, batch)).toEqual([
    "result-xor-error",
  ]);
});

test("a call is a POST of a request with params by name", () => {
  const call = (body: string, verb = "POST") =>
    inspectRequest({
      at_ms: 0,
      verb,
      path: "/mcp",
      headers: JSON_TYPE,
      body: utf8(body),
      gone: new AbortController().signal,
    }).violations.length;
  expect(call('{"jsonrpc":"2.0","id":"a","method":"x","params":{}}')).toBe(0);
  expect(call('{"jsonrpc":"2.0","method":"x","params":[1]}')).toBe(1);
  expect(call('{"id":{},"method":1}')).toBe(4);
  expect(call('{"jsonrpc":"2.0","id":1,"method":"x","params":{}}', "PUT")).toBe(1);
  expect(call('{"jsonrpc":"2.0","id":1,"method":"x"}')).toBe(1);
  expect(call('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBe(0);
});

const NOW = Date.UTC(2025, 0, 1);
const MESSAGE = {
  protocol: "league.v2",
  message_type: "GAME_JOIN_ACK",
  sender: "player:P01",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "c",
  auth_token: "t",
};

function envelope(change: Record<string, unknown>, conversation: unknown = "c"): string[] {
  const context = {
    type: "GAME_JOIN_ACK",
    expectedSender: { role: "player", id: "P01", token: "t" },
    conversation,
    now_ms: NOW,
    at: "/result",
  } as const;
  return inspectEnvelope({ ...MESSAGE, ...change }, context).map(({ kind }) => kind);
}

test("an answer to a request without a conversation may have any conversation", () => {
  expect(envelope({ conversation_id: "" }, "")).toEqual([]);
  expect(envelope({ conversation_id: undefined }, null)).toEqual([]);
});

test("MUST and SHOULD rules of the envelope are reported separately", () => {
  expect(envelope({})).toEqual([]);
  expect(envelope({ sender: "P01" })).toEqual(["sender-typed"]);
  expect(envelope({ sender: "player:P02" })).toEqual(["sender-id"]);
  expect(envelope({ timestamp: "20250101T000000Z" })).toEqual(["timestamp-rfc3339"]);
  expect(envelope({ timestamp: "2025-01-01T00:00:00" })).toEqual(["timestamp", "timestamp-rfc3339"]);
  expect(envelope({ timestamp: "2020-01-01T00:00:00Z" })).toEqual(["timestamp"]);
  expect(envelope({ conversation_id: "d" })).toEqual(["conversation-copied"]);
  expect(envelope({ conversation_id: "" })).toEqual(["conversation-id"]);
  expect(envelope({ auth_token: undefined })).toEqual(["auth-token"]);
  expect(envelope({ protocol: "league.v1", message_type: "X" })).toEqual(["protocol", "protocol"]);
});

test("plain acknowledgements and flat registrations may omit the envelope, but its members must be correct", () => {
  const expectedSender = { role: "player", id: "P01", token: "t" } as const;
  const look = (message: Record<string, unknown>, type: string) =>
    inspectEnvelope(message, { type, expectedSender, now_ms: NOW, at: "/result" }).map(({ kind }) => kind);
  const auth_token = "t";
  expect(look({ message_type: "ROUND_ANNOUNCEMENT_ACK", auth_token }, "ROUND_ANNOUNCEMENT_ACK")).toEqual([]);
  expect(look({ message_type: "ROUND_ANNOUNCEMENT_ACK" }, "ROUND_ANNOUNCEMENT_ACK")).toEqual(["auth-token"]);
  expect(look({ sender: "player:P02", auth_token }, "ROUND_ANNOUNCEMENT_ACK")).toEqual(["sender-id"]);
  expect(look({ message_type: "GAME_JOIN_ACK" }, "GAME_JOIN_ACK")).toContain("protocol");
  expect(look({ player_id: "P01", endpoint: "http://127.0.0.1:1/mcp" }, "LEAGUE_REGISTER_REQUEST")).toEqual(
    [],
  );
});

test("every timestamp of a message is judged, and an error may replace a reply", () => {
  expect(envelope({ arrival_timestamp: "20250101T000000Z" })).toEqual(["timestamp-rfc3339"]);
  expect(envelope({ message_type: "GAME_ERROR" })).toEqual([]);
});

test.each([
  ["1970-01-01T00:00:01Z", []],
  ["1970-01-01T03:00:01Z", ["join-timed"]],
  ["now", ["join-timed"]],
])("a join whose clock is right has the present time in arrival_timestamp: %s", (at, expected) => {
  const found = (timestamp: string) =>
    inspectNames({
      ...{ type: "GAME_INVITATION", role: "player", id: undefined, now_ms: 1_000 },
      ...{ isFlat: false, isLeagueForm: true, request: { match_id: "R1M1" } },
      reply: { match_id: "R1M1", accept: true, arrival_timestamp: at, timestamp },
    }).map(({ kind }) => kind);
  expect(found("1970-01-01T00:00:01Z")).toEqual(expected);
  // The rule of timestamps judges a wrong clock.
  if (at !== "now") expect(found("1970-01-01T03:00:01Z")).toEqual([]);
});
