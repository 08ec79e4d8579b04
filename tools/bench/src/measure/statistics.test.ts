import { describe, expect, it } from "vitest";
import { median, quantile, ratioByRound } from "./statistics.ts";

describe("median", () => {
  it("is the middle value, in any order", () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it("lies between the two middle ones of an even number", () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it("does not sort its caller's list", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it("refuses an empty list", () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe("quantile", () => {
  it("interpolates between neighbours", () => {
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(quantile([0, 10, 20, 30, 40], 0.75)).toBe(30);
  });
});

describe("ratioByRound", () => {
  it("compares values of the same round, so that drift cancels", () => {
    expect(ratioByRound([50, 25, 10], [100, 50, 20])).toEqual({ median: 0.5, low: 0.5, high: 0.5 });
  });

  it("returns the middle half of the rounds", () => {
    expect(ratioByRound([1, 2, 3, 4, 5], [1, 1, 1, 1, 1])).toEqual({ median: 3, low: 2, high: 4 });
  });

  it("refuses series of different length", () => {
    expect(() => ratioByRound([1], [1, 2])).toThrow("1 rounds cannot be compared with 2");
  });
});
