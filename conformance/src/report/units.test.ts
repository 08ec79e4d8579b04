import { expect, test } from "vitest";
import { duration, moment, percent } from "./units.js";

test.each([
  [0, "0 ms"],
  [11.4, "11 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [30_061, "30.1 s"],
  [59_949, "59.9 s"],
  [59_951, "1 min 0 s"],
  [95_000, "1 min 35 s"],
])("%d ms reads %s", (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test("moments and percentages are rounded", () => {
  expect(moment(5003.7)).toBe("+5004 ms");
  expect(percent(87.5)).toBe("87.5 %");
  expect(percent(100)).toBe("100 %");
  expect(percent(66.666)).toBe("66.7 %");
});
