import { describe, expect, it } from "vitest";
import { inRounds, inSlices, rotated } from "./rounds.ts";

describe("inRounds", () => {
  it("measures each contender once a round and begins each round with the next one", async () => {
    const order: string[] = [];
    const values = await inRounds(["a", "b", "c"], 3, (name) => order.push(name));
    expect(order.join("")).toBe("abcbcacab");
    expect(values).toEqual(
      new Map([
        ["a", [1, 6, 8]],
        ["b", [2, 4, 9]],
        ["c", [3, 5, 7]],
      ]),
    );
  });

  it("waits for one measurement before it begins the next", async () => {
    let running = 0;
    await inRounds([1, 2], 2, async () => {
      running += 1;
      await Promise.resolve();
      expect(running).toBe(1);
      running -= 1;
      return 0;
    });
  });
});

describe("inSlices", () => {
  it("measures there and back in turn, begins each round with the next one, and takes the mean of a round", async () => {
    const order: string[] = [];
    const values = await inSlices(["a", "b"], 2, 2, async (name) => order.push(name));
    expect(order.join("")).toBe("abbabaab");
    expect(values).toEqual(
      new Map([
        ["a", [(1 + 4) / 2, (6 + 7) / 2]],
        ["b", [(2 + 3) / 2, (5 + 8) / 2]],
      ]),
    );
  });
});

describe("rotated", () => {
  it("rotates and loses no contender", () => {
    expect(rotated([1, 2, 3], 4)).toEqual([2, 3, 1]);
    expect(rotated([], 4)).toEqual([]);
  });
});
