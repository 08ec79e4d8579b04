import { describe, expect, it } from "vitest";
import { Semaphore } from "./capacity.js";

describe("Semaphore", () => {
  it("grants places in the order of the calls, and never more than its capacity", async () => {
    const slots = new Semaphore(2);
    const order: number[] = [];
    const frees: (() => void)[] = [];
    const ask = async (number: number) => {
      const free = await slots.take();
      order.push(number);
      frees.push(free);
    };
    const asked = [1, 2, 3, 4].map(ask);
    await Promise.all(asked.slice(0, 2));
    expect(order).toEqual([1, 2]);
    frees[1]?.();
    await asked[2];
    expect(order).toEqual([1, 2, 3]);
    frees[0]?.();
    await asked[3];
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it("releases a place once, for any number of calls of its release function", async () => {
    const slots = new Semaphore(1);
    const free = await slots.take();
    free();
    free();
    await slots.take();
    expect(slots.load).toBe(0);
  });

  it("has a load that grows with the number of waiting tasks", async () => {
    const [small, big] = [new Semaphore(1), new Semaphore(3)];
    expect(big.load).toBeLessThan(small.load);
    for (let count = 0; count < 3; count++) void small.take();
    for (let count = 0; count < 3; count++) void big.take();
    expect(big.load).toBeLessThan(small.load);
  });
});
