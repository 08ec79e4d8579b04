/** A helper's action runs after each test of the file that loads it. */
import { expect, it } from "vitest";
import { afterEachTest } from "../after-each-test.js";

let done = 0;
afterEachTest(() => {
  done += 1;
});

it.each([0, 1, 2])("%i tests are over", (over) => {
  expect(done).toBe(over);
});
