import { describe, expect, it } from "vitest";
import { foldIdle, idleLimit } from "./fold-idle.js";

describe("a time axis with idle time folded", () => {
  const axis = foldIdle([0, 10, 20, 30_020, 30_030], 100);

  it("gives a long pause the length of a short one", () => {
    expect(axis.length).toBe(130);
    expect(axis.folds).toEqual([{ from: 20, to: 30_020 }]);
    expect([0, 20, 15_020, 30_020, 30_030, 99_999].map(axis.placeOf)).toEqual([0, 20, 70, 120, 130, 130]);
  });

  it("converts each place back to its moment", () => {
    for (const t of [0, 5, 20, 15_020, 30_020, 30_030]) {
      expect(axis.momentAt(axis.placeOf(t))).toBeCloseTo(t, 6);
    }
  });

  it("has the length 0 for one moment, and for none", () => {
    expect(foldIdle([5], 100)).toMatchObject({ length: 0, folds: [] });
    expect(foldIdle([5], 100).momentAt(0)).toBe(5);
    expect(foldIdle([], 100).placeOf(7)).toBe(0);
  });

  it("folds pauses that are far longer than usual", () => {
    expect(idleLimit([0, 100, 200, 300, 400, 30_400])).toBeLessThan(30_000);
    expect(idleLimit([])).toBeGreaterThan(0);
  });
});
