import { expect, test } from "vitest";
import { edited, mini } from "../../test/mini.js";
import { generate } from "../generate.js";
import type { Source } from "../load/source.js";

async function file(path: string, source: Source = mini): Promise<string> {
  return (await generate(source)).files.find((one) => one.path === path)?.text ?? "";
}

const hashes = async (source: Source) =>
  [...(await file("src/requirements.ts", source)).matchAll(/hash: "(\w{16})"/g)].map(([, hash]) => hash);

test("a clause is data, and a paragraph with an anchor", async () => {
  expect(await file("src/requirements.ts")).toContain('id: "PLY-JOIN-01"');
  expect(await file("src/requirements.ts")).toContain("deadlineMs: 5000");
  expect(await file("reference/requirements.md")).toContain(
    "#### PLY-JOIN-01\n\nA player MUST answer its invitation within 5 s.",
  );
});

test("the hash of a clause depends on its level and text, and not on its source or on other clauses", async () => {
  const [first, second] = await hashes(mini);
  expect((await hashes(edited("requirements/player.yaml", "within 5 s", "within 6 s")))[0]).not.toBe(first);
  expect((await hashes(edited("requirements/player.yaml", "within 5 s", "within 6 s")))[1]).toBe(second);
  expect(await hashes(edited("requirements/player.yaml", "IS 4.2.3", "IS 4.2.3, 4.3"))).toEqual([
    first,
    second,
  ]);
});
