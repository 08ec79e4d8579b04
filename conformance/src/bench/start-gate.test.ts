import { expect, test } from "vitest";
import { StartGate } from "./start-gate.js";

test("no more are inside at once than there are places, and all come through in order, failures too", async () => {
  const gate = new StartGate(2);
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

test("a caller that enters alone waits for an empty gate and keeps the others out", async () => {
  const gate = new StartGate(2);
  const log: string[] = [];
  const first = await gate.enter();
  const alone = gate.enter({ alone: true }).then((leave) => {
    log.push("alone");
    return leave;
  });
  const later = gate.enter().then((leave) => {
    log.push("later");
    return leave;
  });
  await Promise.resolve();
  expect(log).toEqual([]);
  first();
  const leaveAlone = await alone;
  await Promise.resolve();
  expect(log).toEqual(["alone"]);
  leaveAlone();
  leaveAlone();
  (await later)();
  expect(log).toEqual(["alone", "later"]);
});

test("a wider gate lets waiting callers in at once", async () => {
  const gate = new StartGate(1);
  await gate.enter();
  const second = gate.enter();
  gate.resize(2);
  await expect(second).resolves.toBeTypeOf("function");
});
