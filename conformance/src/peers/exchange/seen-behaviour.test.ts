import { expect, test } from "vitest";
import type { Unusual } from "../../types.js";
import { Answer } from "./answer.js";
import { UsualMessages } from "./seen-behaviour.js";

const url = "http://127.0.0.1:8101/mcp";

function answer(json: object): Answer {
  const body = new TextEncoder().encode(JSON.stringify(json));
  const timing = { sent_ms: 0, end_ms: 10 };
  const raw = { kind: "reply", status: 200, headers: [], body, timing } as never;
  const message = "result" in json ? (json.result as Record<string, unknown>) : undefined;
  return new Answer({ raw, json, message, question: "GAME_OVER", wanted: undefined });
}

const joined = answer({ jsonrpc: "2.0", id: 1, result: { accept: true } });
const refused = (code: number) => answer({ jsonrpc: "2.0", id: 2, error: { code, message: "no" } });

/** What is found of a refusal during a check, between two messages that the player serves. */
function lapsesIn(unusual: Unusual | undefined, code: number): number {
  const messages = new UsualMessages();
  const plain = { check: "player/join/joins-in-time" };
  messages.note(url, plain, "GAME_INVITATION", "PLY-JOIN-01", joined, 1_000);
  messages.note(url, { check: "player/x/y", unusual }, "GAME_OVER", "PLY-ACK-02", refused(code), 1_000);
  messages.note(url, plain, "GAME_INVITATION", "PLY-JOIN-01", joined, 1_000);
  return messages.lapses.length;
}

test("a refusal of a usual message is a lapse", () => {
  expect(lapsesIn(undefined, -32_006)).toBe(1);
});

test.each(["end", "restart", "stall"] as const)("in a check with “%s” it is none", (unusual) => {
  expect(lapsesIn(unusual, -32_006)).toBe(0);
  expect(lapsesIn(unusual, -32_603)).toBe(0);
});

test("after a completion only an internal error is a lapse", () => {
  expect(lapsesIn("completion", -32_006)).toBe(0);
  expect(lapsesIn("completion", -32_603)).toBe(1);
});

test("after an error each message is the first one until it is answered", () => {
  const messages = new UsualMessages();
  expect(messages.isFirstAfterError(url, "CHOOSE_PARITY_CALL")).toBe(false);
  messages.error(url);
  messages.answered(url, "GAME_INVITATION");
  expect(messages.isFirstAfterError(url, "GAME_INVITATION")).toBe(false);
  expect(messages.isFirstAfterError(url, "CHOOSE_PARITY_CALL")).toBe(true);
});
