import type { Parity } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { contextWith } from "./context.fixture.js";
import {
  frequencyStrategy,
  patternStrategy,
  predictNext,
  randomStrategy,
  timeoutStrategy,
} from "./strategies.js";

describe("random", () => {
  it("chooses even about as often as odd", async () => {
    const context = contextWith({ seed: 3 });
    const choices = await Promise.all(Array.from({ length: 1000 }, () => randomStrategy(context)));
    const even = choices.filter((choice) => choice === "even").length;
    expect(even).toBeGreaterThan(450);
    expect(even).toBeLessThan(550);
  });

  it("takes its randomness from the player's context", async () => {
    const sequence = (seed: number) => {
      const context = contextWith({ seed });
      return Array.from({ length: 20 }, () => randomStrategy(context)).join();
    };
    expect(sequence(5)).toBe(sequence(5));
    expect(sequence(5)).not.toBe(sequence(6));
  });
});

describe("frequency", () => {
  it("counters the opponent's most common choice with the other parity", () => {
    expect(frequencyStrategy(contextWith({ opponent: ["even", "odd", "even"] }))).toBe("odd");
    expect(frequencyStrategy(contextWith({ opponent: ["odd", "odd", "even"] }))).toBe("even");
  });
});

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
});

describe.each([
  ["frequency", frequencyStrategy],
  ["pattern", patternStrategy],
])("%s", (_name, strategy) => {
  it("uses the choices of all opponents against an unknown one, and only the opponent's own if there are some", () => {
    expect(strategy(contextWith({ field: ["odd", null, "odd", "odd"] }))).toBe("even");
    expect(strategy(contextWith({ opponent: ["even", "even"], field: ["odd", "odd", "odd"] }))).toBe("odd");
  });

  it.each([[[]], [["even", "odd"]]] as const)("chooses at random after %j", (opponent) => {
    const choices = Array.from({ length: 40 }, (_, seed) => strategy(contextWith({ opponent, seed })));
    expect(new Set(choices)).toEqual(new Set(["even", "odd"]));
  });
});

describe("timeout", () => {
  it("gives no answer until it is aborted, and then only the reason", async () => {
    const giveUp = new AbortController();
    let settled = false;
    const answer = Promise.resolve(timeoutStrategy(contextWith({ signal: giveUp.signal })));
    const watched = answer.finally(() => {
      settled = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(settled).toBe(false);
    giveUp.abort(new Error("enough"));
    await expect(watched).rejects.toThrow("enough");
  });
});
