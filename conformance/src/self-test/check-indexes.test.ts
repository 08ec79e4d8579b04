/** The index of each folder is written by hand; these tests notice what is missing from it. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";

const SIDES = ["transport", "player", "referee", "manager"] as const;

const checks = await loadChecks();

const registered = new Set(checks.map(({ check }) => check));

test.each(SIDES)("every check in the folder %s is registered", async (side) => {
  const folder = new URL(`../checks/${side}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file) && file !== "index.ts");
  const missing: string[] = [];
  for (const file of files) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [name, list] of Object.entries(module)) {
      if (!name.endsWith("Checks") || !Array.isArray(list)) continue;
      if (!list.every((check) => registered.has(check))) missing.push(`${name} of ${side}/${file}`);
    }
  }
  expect(missing).toEqual([]);
});

test("every check stands in a file that begins with the name of its group, or in generated.ts", () => {
  const elsewhere = checks.filter(
    ({ side, group, file }) => !file.startsWith(`${side}/${group}`) && file !== `${side}/generated.ts`,
  );
  expect(elsewhere.map(({ check, file }) => `${check.id} in ${file}`)).toEqual([]);
});
