import { describe, expect, test } from "vitest";
import { echoesWrongMatch } from "../../../fixtures/report/checks.js";
import type { TranscriptEntry } from "../../types.js";
import { answerTimes, labelOf, transcriptText } from "./transcript.js";

const entry = (parts: Partial<TranscriptEntry>): TranscriptEntry => ({
  at_ms: 0,
  from: "referee",
  to: "agent",
  kind: "request",
  ...parts,
});

const message = { message_type: "GAME_INVITATION" };
const asText = { content: [{ type: "text", text: JSON.stringify(message) }] };

test.each<[string, Partial<TranscriptEntry>, string]>([
  ["its message in params", { json: { method: "m", params: message } }, "GAME_INVITATION"],
  ["its message one level deeper", { json: { method: "m", params: { message } } }, "GAME_INVITATION"],
  [
    "its message in tool arguments",
    { json: { method: "tools/call", params: { arguments: message } } },
    "GAME_INVITATION",
  ],
  ["its message as JSON text", { json: { id: 1, result: asText } }, "GAME_INVITATION"],
  ["its message without JSON-RPC around it", { json: message }, "GAME_INVITATION"],
  ["its method", { json: { id: 1, method: "ping", params: {} } }, "ping"],
  ["its error", { json: { error: { code: -32006, message: "NO_MATCH" } } }, "error -32006 NO_MATCH"],
  ["its result", { json: { id: 1, result: { ok: true } } }, '{"ok":true}'],
  ["the number of its members", { json: [{}, {}] }, "batch of 2"],
  ["its value", { json: "hello" }, '"hello"'],
  ["its first line", { bytes: "<html>\r\n<body>" }, "<html>"],
  ["that it is empty", { status: 204, kind: "reply" }, "empty body"],
])("an entry is labelled by %s", (_how, parts, label) => {
  expect(labelOf(entry(parts))).toBe(label);
});

describe("the time of an answer", () => {
  const request = (at_ms: number, id: number, to = "agent") =>
    entry({ at_ms, to, json: { id, method: "m" } });
  const reply = (at_ms: number, id: number) =>
    entry({ at_ms, from: "agent", to: "referee", kind: "reply", json: { id, result: {} } });

  test("is assigned by the JSON-RPC id when two calls are open", () => {
    expect(answerTimes([request(0, 1), request(10, 2), reply(30, 1), reply(35, 2)])).toEqual([
      undefined,
      undefined,
      30,
      25,
    ]);
  });

  test("is assigned to the latest call when the id is wrong", () => {
    expect(answerTimes([request(0, 1), request(10, 2), reply(30, 9)])).toEqual([undefined, undefined, 20]);
  });

  test("is not counted for the answer of another", () => {
    expect(answerTimes([request(0, 1, "player"), reply(30, 1)])).toEqual([undefined, undefined]);
  });
});

test("a transcript reads as aligned lines with times, answer times and remarks", () => {
  expect(transcriptText(echoesWrongMatch.transcript).slice(-3)).toEqual([
    "+40 ms                   · Both matches are joined; now match R1M1 is asked first.",
    "+41 ms  referee → agent  CHOOSE_PARITY_CALL",
    "+53 ms  agent → referee  CHOOSE_PARITY_RESPONSE  (HTTP 200, after 12 ms, match_id is R1M2, asked was R1M1)",
  ]);
  const call = entry({ at_ms: 42, json: { id: 22, method: "choose_parity" } });
  const silence = entry({
    at_ms: 30_042,
    from: "agent",
    to: "referee",
    kind: "failure",
    note: "no byte of an answer",
  });
  expect(transcriptText([call, silence]).at(-1)).toBe(
    "+30042 ms  agent → referee  ✘ no byte of an answer  (after 30.0 s)",
  );
});
