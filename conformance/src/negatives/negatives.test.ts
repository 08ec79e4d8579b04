import * as examples from "@league-v2/contract/canonical/examples";
import { expect, test } from "vitest";
import { scanJson } from "../json.js";
import { pascal, violations } from "../oracle/received-form.js";
import { seededRandom } from "../sdk.js";
import { AMBIGUOUS, BROKEN, EMPTY } from "./hostile.js";
import { faultsOf, nearMissesOf, negativesFor, receivedBy } from "./negatives.js";

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
    const doubtful = negatives.filter((negative) => {
      const message = negative.apply(exampleOf(type));
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
