import fc from "fast-check";
import { expect, test } from "vitest";
import { fromPointer, toPointer } from "./pointer.js";

test("a pointer is converted back to its path", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (path) => {
      expect(fromPointer(toPointer(path))).toEqual(path);
    }),
  );
});

test("special characters are escaped as in RFC 6901", () => {
  expect(toPointer(["a/b", "m~n", 0, ""])).toBe("/a~1b/m~0n/0/");
});
