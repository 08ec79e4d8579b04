import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeDrift } from "../src/cli/drift.js";
import { differences } from "../src/cli/output-folder.js";
import { generate } from "../src/generate.js";
import { real } from "./mini.js";

const folder = fileURLToPath(new URL("../../../generated", import.meta.url));

test("generated/ is byte for byte what spec/ gives", async () => {
  const found = differences(folder, (await generate(real)).files);
  expect(describeDrift("generated", found)).toBe("");
});
