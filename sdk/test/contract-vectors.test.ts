/** The contract and the player in TypeScript against the vectors that every language is tested by. */
import * as contract from "@league-v2/contract";
import { explain, type Validator, withFault } from "@league-v2/contract";
import { expect, test } from "vitest";
import exchanges from "../../generated/vectors/exchanges.json" with { type: "json" };
import messages from "../../generated/vectors/messages.json" with { type: "json" };
import { createPlayer } from "../src/index.js";
import { seededRandom } from "../src/platform/random.js";
import { systemClock } from "../src/platform/system-clock.js";

interface MessageVector {
  readonly valid: readonly unknown[];
  readonly near_misses: readonly {
    readonly label: string;
    readonly pointer: string;
    readonly set?: unknown;
    readonly remove?: boolean;
    readonly violations: unknown;
  }[];
}

test.each([
  ["canonical", contract, messages.canonical],
  ["flat", contract.flat, messages.flat],
])("each message of %s: its valid examples, and the places of its faults", (_, dialect, vectors) => {
  for (const [name, { valid, near_misses }] of Object.entries<MessageVector>(vectors)) {
    const validate = (dialect as unknown as Record<string, Validator<unknown>>)[`validate${name}`];
    const places = (data: unknown) => {
      validate?.(data);
      return explain(validate?.errors, data).map(({ pointer, keyword }) => ({ pointer, keyword }));
    };
    for (const example of valid) expect(places(example), name).toEqual([]);
    for (const { label, pointer, violations, ...change } of near_misses) {
      const fault = { label, keyword: "", pointer, ...change } as Parameters<typeof withFault>[1];
      expect(places(withFault(valid[0], fault)), `${name}: ${label}`).toEqual(violations);
    }
  }
});

test("the answer to each body", async () => {
  const player = createPlayer({ displayName: "Vectors", choose: () => "even" }).connect({
    endpoint: "http://127.0.0.1:8101/mcp",
    clock: systemClock,
    random: seededRandom(1),
    transport: { send: () => Promise.reject(new Error("it has no league")) },
  });
  for (const { name, body, answer } of exchanges.exchanges) {
    const reply = await player.handle({
      method: "POST",
      path: "/mcp",
      contentType: "application/json",
      body,
    });
    const given: unknown = reply.body === "" ? null : JSON.parse(reply.body);
    for (const one of [given].flat() as ({ error?: { data?: unknown } } | null)[]) delete one?.error?.data;
    expect(given, name).toEqual(answer);
  }
  await player.close();
});
