/** Choices as numbers and in inner objects, in answers of another form: not in a whole message of the documents. */
import { expect, it } from "vitest";
import { tolerantReply } from "./tolerant-reply.js";
import { WireFormRegistry } from "./wire-form-registry.js";

const form = new WireFormRegistry().mustBe("synonyms");
const now = "2025-12-20T10:00:00.000Z";
const whole = {
  ...{ protocol: "league.v2", message_type: "CHOOSE_PARITY_RESPONSE", sender: "player:P01", timestamp: now },
  ...{ conversation_id: "conv-1", match_id: "R1M1", player_id: "P01", parity_choice: 1 },
};
const read = (answer: object, isSpelled = false) =>
  tolerantReply(
    form,
    { jsonrpc: "2.0", id: 1, result: answer },
    {
      ...{ type: "CHOOSE_PARITY_CALL", message: { match_id: "R1M1" }, answerer: "player:P01", now },
      ...{ variables: { recipient: "P01", now }, okIsAnswer: true, isSpelled },
    },
  )?.parity_choice;

it("a number is a choice in an incomplete answer, and in a whole one of another spelling", () => {
  const { protocol: _, ...incomplete } = whole;
  expect(read(incomplete)).toBe("odd");
  expect(read(whole, true)).toBe("odd");
});

it("the only choice in an answer is found in an inner object or list, and none of two", () => {
  expect(read({ choices: ["even"] })).toBe("even");
  expect(read({ decision: { value: { parity: "odd" } } })).toBe("odd");
  expect(read({ choices: ["even", "odd"] })).toBeUndefined();
});

it("a number is no choice in a whole message", () => {
  expect(["even", "odd"]).not.toContain(read(whole));
});
