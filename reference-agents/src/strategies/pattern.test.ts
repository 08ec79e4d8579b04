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
    ["what came after the longest ending that is known", "ooeoeoo", "even"],
  ])("sees %s go on", (_name, past, next) => {
    expect(predictNext(sequence(past))).toBe(next);
  });

  it.each([
    ["nothing", ""],
    ["a single choice", "e"],
    ["choices that never came back", "eo"],
  ])("sees no pattern in %s", (_name, past) => {
    expect(predictNext(sequence(past))).toBeNull();
  });

  it("counters the choice that it expects with the other parity", () => {
    expect(patternStrategy(contextWith({ opponent: sequence("eoeo") }))).toBe("odd");
    expect(patternStrategy(contextWith({ opponent: sequence("oeoe") }))).toBe("even");
  });

  it("uses the pattern of all opponents against an unknown one", () => {
    expect(patternStrategy(contextWith({ field: sequence("eoeo") }))).toBe("odd");
  });

  it("tosses a coin without a pattern", () => {
    const choices = Array.from({ length: 40 }, (_, seed) => patternStrategy(contextWith({ seed })));
    expect(new Set(choices)).toEqual(new Set(["even", "odd"]));
  });
});
