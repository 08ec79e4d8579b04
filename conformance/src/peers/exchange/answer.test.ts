import { expect, test } from "vitest";
import { utf8 } from "../../json.js";
import type { RawOutcome } from "../../wire/types.js";
import { Answer, type AnswerParts } from "./answer.js";

const timing = { sent_ms: 0, end_ms: 36_000 };

const answered = (raw: object, parts: Partial<AnswerParts> = {}) =>
  new Answer({
    raw: { timing, ...raw } as RawOutcome,
    json: undefined,
    message: undefined,
    question: "CHOOSE_PARITY_CALL",
    wanted: "CHOOSE_PARITY_RESPONSE",
    ...parts,
  });

test("the description of a request without an answer says that it got none", () => {
  const silent = answered({ kind: "failure", reason: "timeout", detail: "no whole answer within 36000 ms" });
  expect(() => silent.result).toThrow(
    "CHOOSE_PARITY_CALL got no answer (timeout: no whole answer within 36000 ms); expected CHOOSE_PARITY_RESPONSE",
  );
});

test("the description of an answered request contains the answer", () => {
  const page = answered({ kind: "reply", status: 200, body: utf8("<html>"), headers: {} });
  expect(() => page.result).toThrow('CHOOSE_PARITY_CALL was answered with HTTP 200 with "<html>"');
});

test("an error message of the league as the result is a refusal", () => {
  const message = { message_type: "LEAGUE_ERROR", error_code: "E012", error_description: "not this token" };
  const json = { jsonrpc: "2.0", id: 1, result: message };
  const { outcome, refusal } = answered({ kind: "reply", status: 200, body: utf8("") }, { json, message });
  expect(outcome).toBe("refusal");
  expect(refusal).toMatchObject({ form: "status", league: "E012", message: "not this token" });
});
