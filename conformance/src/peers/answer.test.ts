import { expect, test } from "vitest";
import { utf8 } from "../json/text.js";
import type { RawOutcome } from "../wire/types.js";
import { Answer } from "./answer.js";

const timing = { sent_ms: 0, end_ms: 36_000 };

function thrownBy(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

const answered = (raw: object) =>
  new Answer({
    raw: { timing, ...raw } as RawOutcome,
    ...{
      json: undefined,
      message: undefined,
      question: "CHOOSE_PARITY_CALL",
      wanted: "CHOOSE_PARITY_RESPONSE",
    },
  });

test("a request that nothing answered got no answer; it was not answered with one", () => {
  const silent = answered({ kind: "failure", reason: "timeout", detail: "no whole answer within 36000 ms" });
  expect(() => silent.result).toThrow(
    "CHOOSE_PARITY_CALL got no answer (timeout: no whole answer within 36000 ms); expected CHOOSE_PARITY_RESPONSE",
  );
});

test("a response with something behind it is wrong for its JSON, whatever was asked", () => {
  const body = utf8(
    '{"jsonrpc": "2.0", "id": 1, "result": {"message_type": "CHOOSE_PARITY_RESPONSE"}}\n-- end --',
  );
  const answer = answered({ kind: "reply", status: 200, body, headers: {} });
  expect(answer.spoiltBy).toEqual({ clauses: ["TRN-JSON-01"] });
  for (const read of [() => answer.result, () => answer.refusal])
    expect(thrownBy(read)).toMatchObject({ clauses: ["TRN-JSON-01"] });
});

test("a request that something answered says with what", () => {
  const page = answered({ kind: "reply", status: 200, body: utf8("<html>"), headers: {} });
  expect(() => page.result).toThrow('CHOOSE_PARITY_CALL was answered with HTTP 200 with "<html>"');
  expect(page.spoiltBy).toEqual({});
});
