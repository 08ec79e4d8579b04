/** The core speaks the contract and nothing else: other forms are the business of `sdk/src/wire` alone. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const sources = fileURLToPath(new URL("../src/", import.meta.url));

test("no file outside of wire/ speaks of another form", () => {
  const words = /\b(strict|lenient|leniency|spelling|wire ?forms?|isTolerant|tokenless|dialect)\b/i;
  const speaking = globSync("**/*.ts", { cwd: sources })
    .filter((path) => !path.startsWith("wire/"))
    .filter((path) => words.test(readFileSync(sources + path, "utf8")));
  expect(speaking).toEqual([]);
});
