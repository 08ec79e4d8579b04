import { expect, test } from "vitest";
import { wrap } from "./layout.js";

test("a text is broken at spaces", () => {
  expect(wrap("one two three", 8)).toEqual(["one two", "three"]);
});

test("each line of an indented text, such as a stack trace, keeps its indentation", () => {
  const trace = "Traceback:\n  File one\n    def two three";
  expect(wrap(trace, 12)).toEqual(["Traceback:", "  File one", "    def two", "    three"]);
});
