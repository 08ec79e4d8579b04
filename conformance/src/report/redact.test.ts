import { describe, expect, test } from "vitest";
import type { CheckResult, RunEvent, TranscriptEntry } from "../types.js";
import { createRedactor } from "./redact.js";

const SECRET = "tok_4f9a7c21e8b05d3362aa90c1";
const OTHER = "tok_ffffeeeeddddccccbbbbaaaa";

function finished(parts: Partial<CheckResult>): RunEvent {
  const result: CheckResult = {
    id: "player/a/b",
    clause: ["PLY-A-01"],
    level: "must",
    group: "a",
    title: "t",
    verdict: "fail",
    duration_ms: 1,
    transcript: [],
    ...parts,
  };
  return { type: "check_finished", result };
}

function redacted(parts: Partial<CheckResult>, redact = createRedactor()): CheckResult {
  const event = redact(finished(parts));
  if (event.type !== "check_finished") throw new Error("the event changed its type");
  return event.result;
}

function message(json: unknown): TranscriptEntry {
  return { at_ms: 0, from: "agent", to: "referee", kind: "reply", json };
}

const jsonOf = (json: unknown) => redacted({ transcript: [message(json)] }).transcript[0]?.json;

test("the expected value of a verdict is hidden, although no message of the check contains it", () => {
  const { diagnosis, expected, received } = redacted({
    diagnosis: `auth_token of GAME_JOIN_ACK is "${SECRET}"; expected "${OTHER}9"`,
    expected: `"${OTHER}9"`,
    received: `"${SECRET}"`,
  });
  expect(diagnosis).toBe('auth_token of GAME_JOIN_ACK is "[token 1]"; expected "[token 2]"');
  expect([expected, received]).toEqual(['"[token 2]"', '"[token 1]"']);
});

describe("hidden values", () => {
  test.each<[string, string]>([
    ["JSON text", `{"auth_token":"${SECRET}","a":1}`],
    ["JSON text with spaces", `{ "auth_token" : "${SECRET}" }`],
    ["JSON in JSON (MCP)", JSON.stringify({ text: JSON.stringify({ auth_token: SECRET }) })],
    [
      "JSON in JSON in JSON",
      JSON.stringify(JSON.stringify({ text: JSON.stringify({ auth_token: SECRET }) })),
    ],
    ["JSON text that was cut off", `{"auth_token":"${SECRET}`],
    ["a raw header", `POST /mcp HTTP/1.1\r\nAuthorization: Bearer ${SECRET}\r\n\r\n`],
    ["a header without a scheme", `authorization: ${SECRET}`],
    ["a proxy's header", `Proxy-Authorization: Basic ${SECRET}`],
    ["a curl command", `curl -H 'Authorization: Bearer ${SECRET}' -d '{"auth_token":"${SECRET}"}' http://x`],
    ["a query", `http://x/mcp?auth_token=${SECRET}&a=1`],
    ["a number in its place", '{"auth_token": 9182736455463728}'],
  ])("in %s", (_where, text) => {
    const { bytes } = redacted({ transcript: [{ ...message(undefined), bytes: text }] }).transcript[0] ?? {};
    expect(bytes).toContain("[token 1]");
    expect(bytes).not.toContain(SECRET);
    expect(bytes).not.toContain("9182736455463728");
  });

  test("token members of messages are hidden at any depth and in any case", () => {
    expect(
      jsonOf({ params: { auth_token: SECRET }, headers: [{ Authorization: `Bearer ${OTHER}` }] }),
    ).toEqual({
      params: { auth_token: "[token 1]" },
      headers: [{ Authorization: "Bearer [token 2]" }],
    });
    expect(jsonOf({ AUTH_TOKEN: SECRET })).toEqual({ AUTH_TOKEN: "[token 1]" });
  });

  test("a token of another type is replaced by its type", () => {
    expect(jsonOf({ a: { auth_token: 12345 }, b: { auth_token: [SECRET] } })).toEqual({
      a: { auth_token: "[token as number]" },
      b: { auth_token: "[token as array]" },
    });
  });

  test("a token is hidden elsewhere in the same event, and in a later one", () => {
    const redact = createRedactor();
    const first = redacted(
      { transcript: [message({ auth_token: SECRET })], received: `"${SECRET}"` },
      redact,
    );
    expect(first.received).toBe('"[token 1]"');
    const later = redacted({ diagnosis: `unknown token ${SECRET}` }, redact);
    expect(later.diagnosis).toBe("unknown token [token 1]");
  });

  test("a token in a message from before the token was known is hidden when the message is repeated", () => {
    const redact = createRedactor();
    const early = message({ seen: SECRET });
    expect(redacted({ transcript: [early] }, redact).transcript[0]?.json).toEqual({ seen: SECRET });
    const { transcript } = redacted({ transcript: [early, message({ auth_token: SECRET })] }, redact);
    expect(transcript[0]?.json).toEqual({ seen: "[token 1]" });
  });

  test("a token is hidden as the name of a member", () => {
    const redact = createRedactor();
    const { transcript } = redacted(
      { transcript: [message({ auth_token: SECRET }), message({ [SECRET]: 1 })] },
      redact,
    );
    expect(transcript[1]?.json).toEqual({ "[token 1]": 1 });
  });
});

describe("unchanged values", () => {
  test("equal tokens have the same number, different ones have different numbers", () => {
    const { transcript } = redacted({
      transcript: [SECRET, OTHER, SECRET].map((auth_token) => message({ auth_token })),
    });
    expect(transcript.map((entry) => entry.json)).toEqual([
      { auth_token: "[token 1]" },
      { auth_token: "[token 2]" },
      { auth_token: "[token 1]" },
    ]);
  });

  test("null and an empty token hide nothing", () => {
    expect(jsonOf({ a: { auth_token: null }, b: { auth_token: "" } })).toEqual({
      a: { auth_token: null },
      b: { auth_token: "" },
    });
  });

  test("a short wrong token does not hide ordinary words", () => {
    const { transcript, title } = redacted({
      title: "even or odd",
      transcript: [message({ auth_token: "even" })],
    });
    expect(transcript[0]?.json).toEqual({ auth_token: "[token 1]" });
    expect(title).toBe("even or odd");
  });

  test.each([
    "auth_token: missing",
    "/params/auth_token is missing",
    "E011 AUTH_TOKEN_MISSING",
    "the bearer token was refused",
  ])("the sentence %j", (diagnosis) => {
    expect(redacted({ diagnosis }).diagnosis).toBe(diagnosis);
  });

  test("redaction of a redacted event changes nothing", () => {
    const event = finished({
      transcript: [message({ auth_token: SECRET })],
      diagnosis: `Authorization: Bearer ${SECRET}`,
    });
    const once = createRedactor()(event);
    expect(createRedactor()(once)).toEqual(once);
  });
});

describe("hostile replies", () => {
  test("a member named __proto__ stays a member", () => {
    const clean = jsonOf(JSON.parse('{"__proto__":{"auth_token":"x"},"constructor":1}'));
    expect(JSON.stringify(clean)).toBe('{"__proto__":{"auth_token":"[token 1]"},"constructor":1}');
  });

  test("deep nesting is cut, so that no report overflows the stack", () => {
    let deep: unknown = { auth_token: SECRET };
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    const text = JSON.stringify(jsonOf(deep));
    expect(text).toContain("[nested deeper than 100 levels]");
    expect(text).not.toContain(SECRET);
  });

  test("a long text is cut after its secrets are hidden", () => {
    const { bytes } =
      redacted({
        transcript: [
          { ...message(undefined), bytes: `${"a".repeat(65_530)}{"auth_token":"${SECRET}"}${"b".repeat(9)}` },
        ],
      }).transcript[0] ?? {};
    expect(bytes).toMatch(/… \(\d+ more\)$/);
    expect(bytes).not.toContain("tok_");
  });

  test("an event without secrets is not changed", () => {
    const event = finished({ expected: "a", transcript: [message({ b: [1, null, true] })] });
    expect(createRedactor()(event)).toEqual(event);
  });
});
