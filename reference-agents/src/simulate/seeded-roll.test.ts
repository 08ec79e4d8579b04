import { expect, it } from "vitest";
import { seededRoll } from "./seeded-roll.js";

it("a seeded roll is uniform, and the same for the same name", () => {
  const counts = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < 6000; index++) {
    const side = seededRoll(1, `throw/${index}`, 6);
    counts[side] = (counts[side] ?? 0) + 1;
    expect(seededRoll(1, `throw/${index}`, 6)).toBe(side);
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
