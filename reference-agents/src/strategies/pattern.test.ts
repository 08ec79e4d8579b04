import type { Parity } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { contextWith } from "./context.fixture.js";
import { patternStrategy, predictNext } from "./pattern.js";

const sequence = (letters: string): Parity[] =>
  [...letters].map((letter) => (letter === "e" ? "even" : "odd"));

describe("pattern", () => {
  it.each([
    ["an alternation", "eoeoeo", "even"],
    ["a repetition", "eee", "even"],
    ["a period of three", "eeoeeo", "even"],
    ["a period of three, two choices on", "eeoeeoee", "odd"],
    ["the choice after the longest known ending", "ooeoeoo", "even"],
  ])("predicts %s", (_name, past, next) => {
    expect(predictNext(sequence(past))).toBe(next);
  });

  it.each([
    ["nothing", ""],
    ["a single choice", "e"],
    ["choices without a repetition", "eo"],
  ])("finds no pattern in %s", (_name, past) => {
    expect(predictNext(sequence(past))).toBeNull();
  });

  it("counters the predicted choice with the other parity", () => {
    expect(patternStrategy(contextWith({ opponent: sequence("eoeo") }))).toBe("odd");
    expect(patternStrategy(contextWith({ opponent: sequence("oeoe") }))).toBe("even");
  });

  it("uses the pattern of all opponents against an unknown one", () => {
    expect(patternStrategy(contextWith({ field: sequence("eoeo") }))).toBe("odd");
  });

  it("chooses at random without a pattern", () => {
    const choices = Array.from({ length: 40 }, (_, seed) => patternStrategy(contextWith({ seed })));
    expect(new Set(choices)).toEqual(new Set(["even", "odd"]));
  });
});
