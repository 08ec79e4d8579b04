import { describe, expect, it } from "vitest";
import { contenders } from "./contenders.ts";
import { invalid, valid } from "./messages.ts";

describe.each(contenders)("$name", ({ accepted }) => {
  it("accepts every valid message: who is stricter does other work", () => {
    expect(valid.filter((message) => accepted([message], 1) !== 1)).toEqual([]);
  });

  it("refuses every invalid one: who lets a fault pass has no place in the comparison", () => {
    expect(invalid.filter((message) => accepted([message], 1) !== 0)).toEqual([]);
  });

  it("is asked as often as it should be", () => {
    expect(accepted(valid, 3)).toBe(3 * valid.length);
  });
});
