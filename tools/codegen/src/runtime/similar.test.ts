import { expect, test } from "vitest";
import { mostSimilar } from "./similar.js";

test.each([
  ["evn", "even"],
  ["EVEN", "even"],
  ["od", "odd"],
])("%s means %s", (written, meant) => {
  expect(mostSimilar(written, ["even", "odd"])).toBe(meant);
});

test.each(["banana", "", "e"])("%j is not similar to a candidate", (written) => {
  expect(mostSimilar(written, ["even", "odd"])).toBeUndefined();
});

test("a very long text is compared by its beginning only", () => {
  expect(mostSimilar("x".repeat(1_000_000), ["even"])).toBeUndefined();
});
