import { expect, test } from "vitest";
import { complaints, edited, mini } from "../../test/mini.js";

test("the specification that the rules' tests change has no fault", () => {
  expect(complaints(mini)).toEqual([]);
});

test("after a structural fault, the rules that depend on the structure do not run", () => {
  const broken = edited("canonical/parity.yaml", "enum: [even, odd]", "enum: [1]");
  expect(complaints(broken)).toEqual(["mini/canonical/parity.yaml#/enum [fitting-values]"]);
});
