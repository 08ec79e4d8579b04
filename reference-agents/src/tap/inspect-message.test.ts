import {
  chooseParityCallExamples,
  gameJoinAckExamples,
  leagueRegisterRequestExamples,
} from "@league-v2/contract/canonical/examples";
import { Forms, type JsonObject } from "@league-v2/sdk/codec";
import { describe, expect, it } from "vitest";
import { inspectMessage } from "./inspect-message.js";

const registry = new Forms("any");
const examples: Readonly<Record<string, object>> = {
  LEAGUE_REGISTER_REQUEST: leagueRegisterRequestExamples[0],
  CHOOSE_PARITY_CALL: chooseParityCallExamples[0],
};
const requestIn = (form: string, type: string, change: object = {}) =>
  registry.named(form).request(type, { ...examples[type], ...change } as JsonObject, 1);

describe("a message without its exchange", () => {
  it.each([
    ["canonical", "CHOOSE_PARITY_CALL"],
    ["canonical", "LEAGUE_REGISTER_REQUEST"],
    ["flat", "LEAGUE_REGISTER_REQUEST"],
    ["mcp", "CHOOSE_PARITY_CALL"],
  ])("in the wire form %s: %s is known, and nothing is wrong with it", (form, type) => {
    const expected = { kind: "request", form: { name: form }, type, faults: [] };
    expect(inspectMessage(requestIn(form, type))).toMatchObject(expected);
  });

  it("has violations with clause and pointer", () => {
    const reading = inspectMessage(
      requestIn("canonical", "CHOOSE_PARITY_CALL", { player_id: 7, timestamp: "noon" }),
    );
    expect(
      reading.kind === "request" && reading.faults.map(({ pointer, clause }) => [pointer, clause.id]),
    ).toEqual(
      expect.arrayContaining([
        ["/timestamp", "TRN-ENV-04"],
        ["/player_id", expect.stringMatching(/^[A-Z]+-/)],
      ]),
    );
  });

  it.each(["result", "content_text"] as const)("is known as an answer in %s", (shape) => {
    const [message] = gameJoinAckExamples;
    const answer = registry.named("canonical").reply("GAME_JOIN_ACK", { ...message }, 1, {}, shape);
    expect(inspectMessage(answer)).toMatchObject({ kind: "answer", type: "GAME_JOIN_ACK", faults: [] });
  });

  it("has violations if it is an answer, too", () => {
    const [message] = gameJoinAckExamples;
    const answer = { jsonrpc: "2.0", id: 1, result: { ...message, accept: "yes" } };
    expect(inspectMessage(answer)).toMatchObject({ kind: "answer", faults: [{ pointer: "/accept" }] });
  });

  it.each([
    ["an array", [1], /one JSON object/],
    ["neither method nor message_type", { jsonrpc: "2.0", id: 1 }, /no method/],
    ["a type of no form", { message_type: "HELLO" }, /"HELLO"/],
    ["a result without a type", { jsonrpc: "2.0", id: 1, result: { status: "ACK" } }, /no message_type/],
    [
      "a result of a type of no form",
      { jsonrpc: "2.0", id: 1, result: { message_type: "HELLO" } },
      /"HELLO"/,
    ],
  ])("is unknown, with the reason, if it is %s", (_what, body, why) => {
    expect(inspectMessage(body)).toEqual({ kind: "unknown", why: expect.stringMatching(why) });
  });

  it("is recognized as an error", () => {
    const error = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } };
    expect(inspectMessage(error)).toEqual({ kind: "error", text: "-32601: Method not found" });
  });
});
