import { describe, expect, it } from "vitest";
import { mostSimilar } from "./similar.js";

const known = ["port", "players", "referees", "max_matches"];

describe("the most similar name", () => {
  it.each([
    ["prot", undefined],
    ["ports", "port"],
    ["Players", "players"],
    ["player", "players"],
    ["maxMatches", "max_matches"],
    ["max-match", "max_matches"],
    ["refrees", "referees"],
    ["colour", undefined],
    ["", undefined],
  ])("by %j is %s", (written, meant) => {
    expect(mostSimilar(written, known)).toBe(meant);
  });
});
