import { describe, expect, test } from "vitest";
import { duration, epochMs, moment, percent, timeOfDay } from "./units.js";

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

describe("epochMs", () => {
  test.each([
    "1970-01-01T00:00:00Z",
    "2026-03-02T09:15:00.250Z",
    "2024-02-29T23:59:59.999Z",
    "2100-03-01T00:00:00Z",
    "1999-12-31T12:00:00+00:00",
  ])("epochMs agrees with Date about %s", (timestamp) => {
    expect(epochMs(timestamp)).toBe(Date.parse(timestamp));
  });

  test.each(["", "yesterday", "2026-03-02T09:15:00", "2026-03-02T09:15:00+02:00"])(
    "epochMs does not accept %j",
    (text) => {
      expect(epochMs(text)).toBeUndefined();
    },
  );
});

test("a time of day is in UTC, also after midnight", () => {
  expect(timeOfDay(Date.parse("2026-03-02T23:59:30Z") + 95_000)).toBe("00:01:05 UTC");
});
