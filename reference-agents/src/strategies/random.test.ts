import { describe, expect, it } from "vitest";
import { contextWith } from "./context.fixture.js";
import { randomStrategy } from "./random.js";

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
