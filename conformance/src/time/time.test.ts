import { expect, test } from "vitest";
import { deadlineOf } from "../contract.js";
import { utcTime } from "./iso-time.js";
import { answerLimit } from "./protocol-deadlines.js";
import { answersTo, limitOf, longestOf, times } from "./steps.js";

test("the limit of a check is the sum of its steps", () => {
  expect(limitOf([100, times(3, 20, 5), [1, 2]])).toBe(178);
  expect(limitOf([])).toBe(0);
});

test("of steps at the same time only the longest counts", () => {
  expect(limitOf([10, longestOf(5, [20, 20], 30)])).toBe(50);
});

test("the suite's timeout for an answer is in the limit once, and in no other step", () => {
  const deadlines = deadlineOf("GAME_INVITATION") + deadlineOf("CHOOSE_PARITY_CALL");
  expect(limitOf(answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL"))).toBe(answerLimit(deadlines));
  expect(answerLimit(deadlines)).toBeGreaterThan(deadlines);
  expect(limitOf(deadlineOf("GAME_INVITATION"))).toBe(deadlineOf("GAME_INVITATION"));
});

const NEW_YEAR = Date.UTC(2025, 0, 1);

test.each([
  ["2025-01-01T00:00:00Z", NEW_YEAR],
  ["2025-01-01T00:00:00.250+00:00", NEW_YEAR + 250],
  ["20250101T000030Z", NEW_YEAR + 30_000],
])("%s is a time in UTC", (text, expected) => {
  expect(utcTime(text)).toBe(expected);
});

test.each(["2025-01-01T00:00:00", "2025-01-01T00:00:00+02:00", "soon", 1735689600, null])(
  "%s is none",
  (text) => {
    expect(utcTime(text)).toBeUndefined();
  },
);
