import { expect, it } from "vitest";
import { faultOf, lineIn } from "./fault.js";

it.each([
  ["Chromium", "TypeError: x\n    at last (blob:null/5f:900:7)\n    at choose (blob:null/5f:4:15)", 4],
  ["Firefox", "last@blob:null/5f:900:7\nchoose@blob:null/5f:4:15\n", 4],
  ["the engine only", "TypeError: x\n    at a (blob:null/5f:900:7)", null],
  ["no stack", "", null],
])("the line of an error in %s is the first line of the typed text in its stack", (_where, stack, line) => {
  expect(lineIn(stack, 10)).toBe(line);
});

it("a thrown value that is not an Error is shown as a text", () => {
  expect(faultOf("no idea", 10)).toEqual({ message: "Threw no idea, which is no Error", line: null });
});
