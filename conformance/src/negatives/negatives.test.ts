import { withFault } from "@league-v2/contract";
import * as examples from "@league-v2/contract/canonical/examples";
import { expect, test } from "vitest";
import { type JsonObject, scanJson } from "../json.js";
import { pascal, violations } from "../oracle/received-form.js";
import type { Reaction } from "../peers/exchange/received.js";
import { seededRandom } from "../sdk.js";
import { AMBIGUOUS, BROKEN, EMPTY } from "./hostile.js";
import { faultsOf, MalformedReplies, nearMissesOf, negativesFor, receivedBy } from "./negatives.js";

const TYPES = [...new Set((["player", "referee", "manager"] as const).flatMap(receivedBy))];

function exampleOf(type: string): Record<string, unknown> {
  const name = pascal(type);
  const list: unknown = (examples as Record<string, unknown>)[
    `${name.charAt(0).toLowerCase()}${name.slice(1)}Examples`
  ];
  return (list as Record<string, unknown>[])[0] ?? {};
}

test.each(TYPES)(
  "%s: another implementation of JSON Schema accepts the examples and rejects every fault",
  (type) => {
    expect(violations(type, exampleOf(type))).toEqual([]);
    const negatives = negativesFor(type, 10_000, seededRandom(1));
    expect(negatives.length).toBe(nearMissesOf(type).length + faultsOf(type).length);
    const doubtful = faultsOf(type).filter((fault) => {
      const message = withFault(exampleOf(type), fault);
      return message !== undefined && violations(type, message).length === 0;
    });
    expect(doubtful).toEqual([]);
  },
);

test("the same seed chooses the same negatives, another seed others, and a few of them try many keywords", () => {
  const labels = (seed: number) =>
    negativesFor("GAME_INVITATION", 6, seededRandom(seed)).map(({ label }) => label);
  expect(labels(1)).toEqual(labels(1));
  expect(labels(1)).not.toEqual(labels(2));
  expect(
    new Set(negativesFor("GAME_INVITATION", 6, seededRandom(1)).map(({ keyword }) => keyword)).size,
  ).toBeGreaterThan(4);
});

test("the near misses that the contract lists come first, but for a text of digits", () => {
  const first = (type: string) => negativesFor(type, 1, seededRandom(1)).map(({ label }) => label);
  expect(first("LEAGUE_REGISTER_REQUEST")).toEqual(["game types as text"]);
  expect(first("GAME_INVITATION")).not.toEqual(["round as text"]);
});

test("a limit that only our schemas have fails no agent", () => {
  const labels = TYPES.flatMap((type) =>
    faultsOf(type).map(({ pointer, label }) => `${type} ${pointer} ${label}`),
  );
  expect(labels).toContain(
    "LEAGUE_REGISTER_REQUEST /player_meta/display_name /player_meta/display_name is empty",
  );
  expect(labels.filter((one) => /too long|below 1|in capitals|followed by/.test(one))).toEqual([]);
  expect(labels.filter((one) => /^RUN_MATCH \/auth_token/.test(one))).toEqual([]);
});

const VALID = { jsonrpc: "2.0", id: 1, method: "ping", params: { a: 1, conversation_id: "c" } };

test.each([...EMPTY, ...BROKEN, ...AMBIGUOUS])("%s is no JSON", (_, make) => {
  const scan = scanJson(make(VALID));
  expect(scan.ok && scan.anomalies.length === 0).toBe(false);
});

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
