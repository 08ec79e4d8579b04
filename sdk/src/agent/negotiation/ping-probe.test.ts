/** The classification of answers to a ping. */
import { expect, it } from "vitest";
import { probeWithPing } from "./ping-probe.js";

const options = () => ({ signal: new AbortController().signal, failureLevel: "debug" }) as const;

it.each([
  ["our own answer", { message: "pong", status: "ok" }, "canonical"],
  ["any other result", { status: "received" }, "canonical"],
  ["an ok", { status: "ok" }, "other"],
  ["a status that says that the message is unknown", { status: "unknown_message_type" }, "other"],
  ["a message that says so", { message_type: "ERROR", error_code: "UNKNOWN_MESSAGE_TYPE" }, "other"],
])("%s in a result: %s", async (_what, result, kind) => {
  const client = { call: async () => result as never };
  const answer = await probeWithPing(client, "http://127.0.0.1:8101/mcp", options);
  expect(answer.kind).toBe(kind);
});
