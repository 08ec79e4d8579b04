import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findDuplicateKey, findLoneSurrogate, rawValueAt } from "./json-scan.js";

describe("rawValueAt", () => {
  test.each([
    ["12345678901234567890", [], "12345678901234567890"],
    ['{"jsonrpc":"2.0", "id" : 1.50e300 }', ["id"], "1.50e300"],
    ['[1, {"id":-0.10}, {"id":3}]', [1, "id"], "-0.10"],
    ['{"params":{"id":1},"id":2}', ["id"], "2"],
    ['{"a":"]}","id":"x,\\"y"}', ["id"], '"x,\\"y"'],
    ['{"a":1}', ["id"], null],
    ["[]", [0], null],
  ])("of %s at %j is %s", (text, path, raw) => {
    expect(rawValueAt(text, path)).toBe(raw);
  });

  test("rawValueAt finds every member of every object where JSON.parse finds it", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(object, fc.nat(3), (members, indent) => {
        const text = JSON.stringify(members, null, indent);
        const parsed = JSON.parse(text);
        for (const key of Object.keys(parsed)) {
          expect(JSON.parse(rawValueAt(text, [key]) ?? "")).toEqual(parsed[key]);
        }
      }),
    );
  });
});

test("a text without a fault has no repeated key and no lone surrogate", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      expect([findDuplicateKey(text), findLoneSurrogate(text)]).toEqual([null, null]);
    }),
  );
});
