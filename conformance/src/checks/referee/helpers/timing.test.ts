import { expect, test } from "vitest";
import { readTime } from "./timing.js";

const NEW_YEAR = Date.UTC(2025, 0, 1);

test.each([
  ["2025-01-01T00:00:00Z", NEW_YEAR],
  ["2025-01-01T00:00:00.250+00:00", NEW_YEAR + 250],
  ["20250101T000030Z", NEW_YEAR + 30_000],
])("%s is a time in UTC", (text, expected) => {
  expect(readTime(text)).toBe(expected);
});

test.each(["2025-01-01T00:00:00", "2025-01-01T00:00:00+02:00", "soon", 1735689600, null])(
  "%s is none",
  (text) => {
    expect(readTime(text)).toBeUndefined();
  },
);
