import { expect, test } from "vitest";
import { Gate } from "./gate.js";

test("no more are inside at once than there are places, and all come through in order, failures too", async () => {
  const gate = new Gate(2);
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const pass = (number: number) =>
    gate.through(async () => {
      order.push(number);
      inside += 1;
      most = Math.max(most, inside);
      await Promise.resolve();
      inside -= 1;
      if (number === 3) throw new Error("three");
      return number;
    });
  const ends = await Promise.allSettled([1, 2, 3, 4, 5].map(pass));
  expect(most).toBe(2);
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});
