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

  it("uses the choices of all opponents against an unknown one", () => {
    expect(frequencyStrategy(contextWith({ field: ["odd", null, "odd", "even"] }))).toBe("even");
  });

  it("uses only the opponent's own choices if there are some", () => {
    expect(frequencyStrategy(contextWith({ opponent: ["even"], field: ["odd", "odd", "odd"] }))).toBe("odd");
  });

  it("chooses at random without data, and for a tie", () => {
    const choices = (past: Parameters<typeof contextWith>[0]) =>
      new Set(Array.from({ length: 40 }, (_, seed) => frequencyStrategy(contextWith({ ...past, seed }))));
    expect(choices({})).toEqual(new Set(["even", "odd"]));
    expect(choices({ opponent: ["even", "odd"] })).toEqual(new Set(["even", "odd"]));
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

  it("uses the pattern of all opponents against an unknown one", () => {
    expect(patternStrategy(contextWith({ field: sequence("eoeo") }))).toBe("odd");
  });

  it("chooses at random without a pattern", () => {
    const choices = Array.from({ length: 40 }, (_, seed) => patternStrategy(contextWith({ seed })));
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
