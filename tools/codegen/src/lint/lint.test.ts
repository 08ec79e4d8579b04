import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { complaints, edited, mini } from "../../test/mini.js";
import { rules } from "./rules/index.js";

test("what every rule's test breaks is whole before it is broken", () => {
  expect(complaints(mini)).toEqual([]);
});

test("every rule has a file of its name", () => {
  const files = readdirSync(new URL("./rules", import.meta.url));
  for (const { id } of rules) expect(files).toContain(`${id}.ts`);
});

test("a structural fault keeps the rules silent that would stumble over it", () => {
  const broken = edited("canonical/parity.yaml", "enum: [even, odd]", "enum: [1]");
  expect(complaints(broken)).toEqual(["mini/canonical/parity.yaml#/enum [fitting-values]"]);
});
