import { expect, test } from "vitest";
import { clipped, oneLine, printable } from "./printable.js";

test("an escape sequence of an agent cannot reach the terminal", () => {
  expect(printable("\u001b[2Jgone\u0007")).toBe("\\u{1b}[2Jgone\\u{7}");
});

test("text cannot be turned around or hidden", () => {
  expect(printable("a\u202eb\u2028c\ud800d\u009be")).toBe("a\\u{202e}b\\u{2028}c\\u{d800}d\\u{9b}e");
});

test("what people write stays", () => {
  expect(printable("zwei\tZeilen:\r\nÄ → 😀\n")).toBe("zwei\tZeilen:\nÄ → 😀\n");
});

test("oneLine leaves no line break", () => {
  expect(oneLine("  a\r\n\tb\nc ")).toBe("a b c");
});

test("clipped counts characters, not halves of them", () => {
  expect(clipped("😀😀😀", 3)).toBe("😀😀😀");
  expect(clipped("😀😀😀😀", 3)).toBe("😀😀…");
});
