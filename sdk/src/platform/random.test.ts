import { describe, expect, test } from "vitest";
import { belowFrom, fnv1a64, fraction, type Random, secureRandom, seededRandom, sfc32 } from "./random.js";

const sources: [string, () => Random][] = [
  ["secureRandom", () => secureRandom],
  ["seededRandom", () => seededRandom("uniform")],
];

describe.each(sources)("%s", (_name, source) => {
  test("draws every number about equally often (chi-squared test)", () => {
    const random = source();
    const counts = new Array<number>(10).fill(0);
    const draws = 20_000;
    for (let i = 0; i < draws; i++) {
      const value = random.below(10);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    // Chi-squared with 9 degrees of freedom: above 50 once in ten million runs.
    const expected = draws / 10;
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquared).toBeLessThan(50);
  });

  test("returns the requested number of bytes, also more than one system call returns", () => {
    for (const n of [0, 1, 16, 65_537]) expect(source().bytes(n)).toHaveLength(n);
  });

  test("returns numbers in its range only", () => {
    const random = source();
    expect(random.below(1)).toBe(0);
    for (let i = 0; i < 1000; i++) expect(random.below(2 ** 32)).toBeLessThan(2 ** 32);
    for (let i = 0; i < 1000; i++) expect(fraction(random)).toBeLessThan(1);
  });
});

test("below draws again for values that would make small results more likely", () => {
  const draws = [2 ** 32 - 1, 2 ** 32 - 1, 7];
  expect(belowFrom(() => draws.shift() ?? 0, 10)).toBe(7);
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 32 + 1])("below(%s) is refused", (n) => {
  expect(() => seededRandom(1).below(n)).toThrow(RangeError);
});

describe("seededRandom", () => {
  const numbers = (random: Random) => Array.from({ length: 8 }, () => random.below(1000));

  test("returns the same numbers for the same seed, and others for another seed", () => {
    expect(numbers(seededRandom("a"))).toEqual(numbers(seededRandom("a")));
    expect(numbers(seededRandom(7))).toEqual(numbers(seededRandom(7)));
    expect(numbers(seededRandom("a"))).not.toEqual(numbers(seededRandom("b")));
    expect(numbers(seededRandom(7))).not.toEqual(numbers(seededRandom(8)));
    expect(numbers(seededRandom(1))).not.toEqual(numbers(seededRandom(2 ** 32 + 1)));
  });

  test("rejects seeds that a double cannot hold exactly", () => {
    for (const seed of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => seededRandom(seed)).toThrow(RangeError);
  });

  test("hashes texts with FNV-1a (its published test vectors)", () => {
    expect(fnv1a64("")).toBe(0xcbf29ce484222325n);
    expect(fnv1a64("a")).toBe(0xaf63dc4c8601ec8cn);
    expect(fnv1a64("foobar")).toBe(0x85944171f73967e8n);
  });

  test("returns the numbers of PractRand's sfc32", () => {
    const next = sfc32(0x0123456789abcdefn);
    // From a C program with PractRand's definition of the generator and of its seeding.
    const expected = [2222009751, 4121156040, 1557176981, 903895892, 1281522849, 866141154];
    expect(Array.from(expected, next)).toEqual(expected);
  });
});
