import { expect, test } from "vitest";
import { clipped, duration, moment, oneLine, percent, printable } from "./text.js";

test("an escape sequence is made visible", () => {
  expect(printable("\u001b[2Jgone\u0007")).toBe("\\u{1b}[2Jgone\\u{7}");
});

test("marks that reverse or hide text are made visible", () => {
  expect(printable("a\u202eb\u2028c\ud800d\u009be")).toBe("a\\u{202e}b\\u{2028}c\\u{d800}d\\u{9b}e");
});

test("ordinary text is not changed", () => {
  expect(printable("zwei\tZeilen:\r\nÄ → 😀\n")).toBe("zwei\tZeilen:\nÄ → 😀\n");
});

test("oneLine leaves no line break", () => {
  expect(oneLine("  a\r\n\tb\nc ")).toBe("a b c");
});

test("clipped counts characters, not UTF-16 code units", () => {
  expect(clipped("😀😀😀", 3)).toBe("😀😀😀");
  expect(clipped("😀😀😀😀", 3)).toBe("😀😀…");
});

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
