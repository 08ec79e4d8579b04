import { expect, test } from "vitest";
import { mostSimilar } from "./similar.js";

const known = ["even", "odd", "players", "referees", "max_matches"];

test.each([
  ["evn", "even"],
  ["EVEN", "even"],
  ["od", "odd"],
  ["player", "players"],
  ["maxMatches", "max_matches"],
  ["max-match", "max_matches"],
  ["refrees", "referees"],
])("%s means %s", (written, meant) => {
  expect(mostSimilar(written, known)).toBe(meant);
});

test.each(["banana", "colour", "", "e"])("%j is not similar to a candidate", (written) => {
  expect(mostSimilar(written, known)).toBeUndefined();
});

test("a very long text is compared by its beginning only", () => {
  expect(mostSimilar("x".repeat(1_000_000), known)).toBeUndefined();
});
