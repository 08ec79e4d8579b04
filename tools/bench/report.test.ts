import { expect, it } from "vitest";
import { atLeast, inRounds, isBeyond, quantile, rowOf, type Section, table } from "./report.ts";

it("measures each contender once a round, waits for it, and begins each round with the next one", async () => {
  const order: string[] = [];
  const rows = await inRounds([{ name: "a" }, { name: "b" }, { name: "c" }], 3, async ({ name }) => {
    await Promise.resolve();
    return order.push(name);
  });
  expect(order.join("")).toBe("abcbcacab");
  expect(rows).toEqual([
    { name: "a", values: [1, 6, 8] },
    { name: "b", values: [2, 4, 9] },
    { name: "c", values: [3, 5, 7] },
  ]);
});

it("finds quantiles between neighbours, and leaves the caller's list as it is", () => {
  const values = [9, 1, 5];
  expect(quantile(values, 0.5)).toBe(5);
  expect(values).toEqual([9, 1, 5]);
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([0, 10, 20, 30, 40], 0.75)).toBe(30);
  expect(() => quantile([], 0.5)).toThrow(RangeError);
});

const section: Section = {
  title: "An example",
  unit: "bytes",
  rows: [
    rowOf({ name: "plain" }, [100, 50, 20]),
    rowOf({ name: "ours", limit: atLeast(0.6), remark: "validates" }, [50, 25, 10]),
    rowOf({ name: "large", limit: { of: "number", at: "most", is: 1_000 } }, [2_000, 2_000, 2_000]),
  ],
};

it("compares values of the same round, and warns of what lies beyond its limit", () => {
  expect(table(section).split("\n")).toEqual([
    "An example",
    "         ratio  middle half  in this run  limit",
    "  plain   1.00                50.0 bytes",
    "  ours    0.50    0.50–0.50   25.0 bytes  ≥ 0.60: under its limit        validates",
    "  large   40.0    30.0–70.0  2,000 bytes  ≤ 1,000 bytes: over its limit",
  ]);
  expect(section.rows.map((row) => isBeyond(section, row))).toEqual([false, true, true]);
});
