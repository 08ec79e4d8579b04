/** The list of mutants is written by hand; this test notices a file that is missing from it. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadMutants } from "./registry.js";

const SIDES = ["transport", "player", "referee", "manager"] as const;

test.each(SIDES)("every mutant in the folder %s is registered", async (side) => {
  const registered = new Set(await loadMutants());
  const folder = new URL(`${side}/`, import.meta.url);
  const missing: string[] = [];
  for (const file of readdirSync(folder)) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [name, list] of Object.entries(module)) {
      if (!name.endsWith("Mutants") || !Array.isArray(list)) continue;
      if (!list.every((mutant) => registered.has(mutant))) missing.push(`${name} of ${side}/${file}`);
    }
  }
  expect(missing).toEqual([]);
});
