import { expect, test } from "vitest";
import { startsAtOnce, timeToStart } from "./start-cost.js";

test.each([
  ["a start that keeps one core busy", { wall_ms: 3_000, cpu_ms: 3_000 }, 2, 2],
  ["a start that keeps two cores busy", { wall_ms: 1_500, cpu_ms: 3_000 }, 2, 1],
  ["a start that waits half of its time", { wall_ms: 3_000, cpu_ms: 1_500 }, 2, 4],
  ["a start that only waits", { wall_ms: 3_000, cpu_ms: 0 }, 2, 6],
  ["a start of unknown cost", { wall_ms: 3_000 }, 4, 4],
  ["one core", { wall_ms: 300, cpu_ms: 300 }, 1, 1],
])("%s", (_, cost, cores, expected) => {
  expect(startsAtOnce(cost, cores)).toBe(expected);
});

test("starts that exceed the limit come one batch after the other", () => {
  expect(timeToStart(5, { wall_ms: 1_000 }, 2)).toBe(3_000);
  expect(timeToStart(0, { wall_ms: 1_000 }, 2)).toBe(0);
});
