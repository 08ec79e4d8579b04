import { expect, test } from "vitest";
import { clipped, oneLine, printable } from "./printable.js";

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
