import { describe, expect, it } from "vitest";
import { contextWith } from "./context.fixture.js";
import { frequencyStrategy, mostCommon } from "./frequency.js";

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

  it("has no most common choice in a tie", () => {
    expect(mostCommon([])).toBeNull();
    expect(mostCommon(["odd", "even"])).toBeNull();
    expect(mostCommon(["odd"])).toBe("odd");
  });
});
