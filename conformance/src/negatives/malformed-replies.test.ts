import * as examples from "@league-v2/contract/canonical/examples";
import { expect, test } from "vitest";
import type { JsonObject } from "../json.js";
import { violations } from "../oracle/received-form.js";
import type { Reaction } from "../peers/exchange/received.js";
import { seededRandom } from "../sdk.js";
import { MalformedReplies } from "./malformed-replies.js";

const reaction: Reaction = { say: "GAME_JOIN_ACK", fields: {} };
const join: JsonObject = { ...examples.gameJoinAckExamples[0] };

function drawn(seed: string, count: number, pointers?: readonly string[]) {
  const replies = new MalformedReplies("GAME_JOIN_ACK", seededRandom(seed), pointers);
  const sent: string[] = [];
  const messages = Array.from({ length: count }, () => {
    const next = replies.next(reaction, sent);
    return "alter" in next ? next.alter?.(join) : undefined;
  });
  return { messages, sent, note: replies.note("referee") };
}

test("each reply breaks its schema, in another way, by the seed", () => {
  const { messages, sent } = drawn("one", 12);
  for (const message of messages) expect(violations("GAME_JOIN_ACK", message)).not.toEqual([]);
  expect(new Set(sent).size).toBe(12);
  expect(drawn("one", 12).sent).toEqual(sent);
  expect(drawn("two", 12).sent).not.toEqual(sent);
});

test("the faults that were tried are named, and a reply without a fault follows the last one", () => {
  const { messages, sent, note } = drawn("one", 60, ["/accept"]);
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.every((label) => label.startsWith("/accept"))).toBe(true);
  expect(messages.at(-1)).toEqual(join);
  expect(note).toContain(`${sent.length} of ${sent.length} malformed GAME_JOIN_ACKs were tried`);
  expect(note).toContain("with a probability of 100 %");
  expect(drawn("one", 1, ["/accept"]).note).not.toContain("100 %");
});
