/** What the rules over all messages say of one message: the self-test holds that they find faults; here is where they do not apply, too. */
import { expect, test } from "vitest";
import { protocol } from "../contract.js";
import { utf8 } from "../json.js";
import type { Headers, RawReply } from "../wire/types.js";
import { inspectRequest, inspectSecrecy } from "./body-rules.js";
import { inspectEnvelope } from "./envelope-rules.js";
import { inspectNames } from "./name-rules.js";
import { inspectReply } from "./reply-rules.js";

const JSON_TYPE: Headers = [["content-type", "application/json; charset=utf-8"]];

const reply = (body: string, { status = 200, headers = JSON_TYPE } = {}): RawReply => ({
  kind: "reply",
  status,
  headers,
  body: utf8(body),
  timing: { sent_ms: 0, end_ms: 1 },
});

const request = (more: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping", params: {}, ...more });
const REQUEST = request();
const OK = '{"jsonrpc":"2.0","id":7,"result":1}';
const error = (code: number, id: unknown = 7) =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "x" } });
const CUT = new Uint8Array([...utf8('{"jsonrpc":"2.0","id":7,"method":"'), 0xff, ...utf8('"}')]);
const NOTIFICATION = '{"jsonrpc":"2.0","method":"notify_game_error"}';

const kinds = (body: string, options = {}, asked: string | Uint8Array = REQUEST) =>
  inspectReply(typeof asked === "string" ? utf8(asked) : asked, reply(body, options)).violations.map(
    ({ kind }) => kind,
  );

test.each<[string, string[]]>([
  ['{"jsonrpc":"2.0","id":7,"result":null}', []],
  [error(-32_601), []],
  ['{"jsonrpc":"2.0","id":"7","result":{}}', ["id-echoed"]],
  ['{"jsonrpc":"2.0","id":7}', ["result-xor-error"]],
  ['{"jsonrpc":"2.0","id":7,"error":{"code":"E1","message":1}}', ["error-code", "error-message"]],
  ['{"jsonrpc":"2.0","id":7,"result":9007199254740993}', []],
  ...[1, -32_601, -32_099, -32_000, -32_769].map((code): [string, string[]] => [error(code), []]),
  ...[-32_100, -32_768, 1.5].map((code): [string, string[]] => [error(code), ["error-code"]]),
])("%s has the violations %j", (body, expected) => {
  expect(kinds(body)).toEqual(expected);
});

const TOO_LONG = request({ params: { pad: "a".repeat(protocol.limits.bodyBytes) } });
const TWICE = '{"jsonrpc":"2.0","id":7,"method":"ping","params":{},"params":{}}';
const BROKEN = '{"jsonrpc":"2.0","id":7,"method":1}';

test.each<[string, string, string | Uint8Array, string[]]>([
  ["no UTF-8", error(-32_603, null), CUT, []],
  ["no UTF-8, with a result", '{"jsonrpc":"2.0","id":null,"result":{}}', CUT, ["id-echoed"]],
  ["no UTF-8, with another id", error(-32_600, 1), CUT, ["id-echoed"]],
  ["readable, with the id null", error(-32_603, null), REQUEST, ["id-echoed"]],
  ["a member twice", error(-32_603, null), TWICE, []],
  ["longer than is read", error(-32_603, null), TOO_LONG, []],
  ["no request, with the id null", error(-32_600, null), BROKEN, []],
  ["no request, with its id", error(-32_600, 7), BROKEN, []],
  ["no request, with another id", error(-32_600, 1), BROKEN, ["id-echoed"]],
  // A more lenient reader may accept it as JSON: the check that sent it judges the ids.
  ["no JSON", error(-32_600, 1), "{", []],
  [
    "a notification with a result",
    '{"jsonrpc":"2.0","id":null,"result":1}',
    NOTIFICATION,
    ["notification-answered"],
  ],
  ["a notification without JSON-RPC", '{"status":"ok"}', NOTIFICATION, []],
  ["an invalid notification", error(-32_600, null), NOTIFICATION.replace("}", ',"params":"text"}'), []],
  [
    "a batch: each answer is judged",
    '[{"jsonrpc":"2.0","id":1,"result":1},{"jsonrpc":"2.0","id":2}]',
    `[${request({ id: 1 })}]`,
    ["result-xor-error"],
  ],
])("the answer to a request that is %s", (_what, body, asked, expected) => {
  expect(kinds(body, {}, asked)).toEqual(expected);
});

test("status and media type are judged, and an HTTP error is no JSON-RPC answer", () => {
  expect(kinds(OK, { headers: [["content-type", "text/html"]] })).toEqual(["media-type"]);
  expect(kinds(OK, { status: 400 })).toEqual(["http-status"]);
  expect(kinds(`[${OK}]`, { status: 400 })).toEqual(["http-status"]);
  expect(inspectReply(utf8(REQUEST), reply(`[${OK}]`, { status: 400 })).json).toEqual([JSON.parse(OK)]);
  expect(kinds("Not Found", { status: 404, headers: [] })).toEqual(["http-status"]);
  expect(kinds("", { status: 413 }, "not a request")).toEqual([]);
  expect(kinds("", { status: 204 }, NOTIFICATION)).toEqual([]);
});

test("a compressed answer is named as such, and not as bytes that are no UTF-8", () => {
  const headers: Headers = [...JSON_TYPE, ["content-encoding", "gzip"]];
  const gzip = { ...reply("", { headers }), body: Uint8Array.of(0x1f, 0x8b, 8, 0) };
  expect(inspectReply(utf8(REQUEST), gzip).violations.map(({ kind, text }) => [kind, text])).toEqual([
    ["not-json", "encoded with gzip, which the other side does not accept"],
  ]);
});

test("a rule that could not be applied does not count as applied", () => {
  expect(inspectReply(utf8(REQUEST), reply("<html>")).rules).not.toContain("result-xor-error");
  expect(inspectReply(utf8(REQUEST), reply(OK)).rules).not.toContain("error-code");
});

test.each<[string, number, string?]>([
  ['{"jsonrpc":"2.0","id":"a","method":"x","params":{}}', 0],
  ['{"jsonrpc":"2.0","id":"a","method":"x","params":{"number":9007199254740993}}', 0],
  ['{"jsonrpc":"2.0","method":"x","params":[1]}', 1],
  ['{"id":{},"method":1}', 4],
  ['{"jsonrpc":"2.0","id":1,"method":"x","params":{}}', 1, "PUT"],
  ['{"jsonrpc":"2.0","id":1,"method":"x"}', 1],
  ['{"jsonrpc":"2.0","method":"notifications/initialized"}', 0],
])(
  "a call is a POST of a request with params by name: %s has %i violations",
  (body, count, verb = "POST") => {
    const gone = new AbortController().signal;
    const call = { at_ms: 0, verb, path: "/mcp", headers: JSON_TYPE, body: utf8(body), gone };
    expect(inspectRequest(call).violations).toHaveLength(count);
  },
);

const NOW = Date.UTC(2025, 0, 1);
const expectedSender = { role: "player", id: "P01", token: "t" } as const;
const MESSAGE = {
  protocol: "league.v2",
  message_type: "GAME_JOIN_ACK",
  sender: "player:P01",
  auth_token: "t",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "c",
};

test.each<[Record<string, unknown>, string[], unknown?]>([
  [{}, []],
  [{ timestamp: "2025-01-01T00:00:00" }, ["timestamp", "timestamp-rfc3339"]],
  [{ timestamp: "2020-01-01T00:00:00Z" }, ["timestamp"]],
  [{ arrival_timestamp: "20250101T000000Z" }, ["timestamp-rfc3339"]],
  [{ conversation_id: "" }, [], ""],
  [{ conversation_id: undefined }, [], null],
  [{ protocol: "league.v1", message_type: "X" }, ["protocol", "protocol"]],
  [{ message_type: "GAME_ERROR" }, []],
])("an envelope with %j has the violations %j", (change, expected, conversation = "c") => {
  const about = { type: "GAME_JOIN_ACK", expectedSender, conversation, now_ms: NOW, at: "/result" } as const;
  expect(inspectEnvelope({ ...MESSAGE, ...change }, about).violations.map(({ kind }) => kind)).toEqual(
    expected,
  );
});

test.each<[Record<string, unknown>, string, string[]]>([
  [{ message_type: "ROUND_ANNOUNCEMENT_ACK", auth_token: "t" }, "ROUND_ANNOUNCEMENT_ACK", []],
  [{ message_type: "ROUND_ANNOUNCEMENT_ACK" }, "ROUND_ANNOUNCEMENT_ACK", ["auth-token"]],
  [{ sender: "player:P02", auth_token: "t" }, "ROUND_ANNOUNCEMENT_ACK", ["sender-id"]],
  [{ player_id: "P01", endpoint: "http://127.0.0.1:1/mcp" }, "LEAGUE_REGISTER_REQUEST", []],
])("plain acknowledgements and flat registrations may omit the envelope: %j", (message, type, expected) => {
  const { violations: found } = inspectEnvelope(message, {
    type,
    expectedSender,
    now_ms: NOW,
    at: "/result",
  });
  expect(found.map(({ kind }) => kind)).toEqual(expected);
});

test.each([
  ["1970-01-01T00:00:01Z", []],
  ["1970-01-01T03:00:01Z", ["join-timed"]],
  ["now", ["join-timed"]],
])("a join whose clock is right has the present time in arrival_timestamp: %s", (at, expected) => {
  const found = (timestamp: string) =>
    inspectNames({
      type: "GAME_INVITATION",
      role: "player",
      id: undefined,
      now_ms: 1_000,
      isFlat: false,
      isLeagueForm: true,
      request: { match_id: "R1M1" },
      reply: { match_id: "R1M1", accept: true, arrival_timestamp: at, timestamp },
    }).violations.map(({ kind }) => kind);
  expect(found("1970-01-01T00:00:01Z")).toEqual(expected);
  // The rule of timestamps judges a wrong clock.
  if (at !== "now") expect(found("1970-01-01T03:00:01Z")).toEqual([]);
});

test.each<[string, string[]]>([
  [
    '{"error":"Traceback (most recent call last):\\n  File \\"agent.py\\", line 3"}',
    ["it shows a stack trace"],
  ],
  [JSON.stringify({ stack: "x\n    at Object.<anonymous> (/srv/index.js:3:7)" }), ["it shows a stack trace"]],
  ["    at com.example.Agent.main(Agent.java:14)", ["it shows a stack trace"]],
  ['{"data":"/home/ann/agent/player"}', ["it shows the path of a file"]],
  ['"C:\\\\Users\\\\ann\\\\agent"', ["it shows the path of a file"]],
  ['"player.py:31"', ["it shows the path of a file"]],
  ["\"Cannot read properties of undefined (reading 'x')\"", ["it shows the text of an exception"]],
  ['{"message":"KeyError: \'match_id\'"}', ["it shows the text of an exception"]],
  ['"Expecting value: line 1 column 1 (char 0)"', ["it shows the text of an exception"]],
  ['{"error":{"code":-32602,"message":"Invalid params","data":{"pointer":"/params/match_id"}}}', []],
  ['{"title":"GameError","description":"TIMEOUT_ERROR, see http://127.0.0.1:8101/mcp at 12:30:00"}', []],
  ['{"error":"nothing here; try /mcp, /health"}', []],
])("of internal details, %s shows %j", (body, expected) => {
  expect(inspectSecrecy(utf8(body)).violations.map(({ text }) => text.split(":")[0])).toEqual(expected);
});
