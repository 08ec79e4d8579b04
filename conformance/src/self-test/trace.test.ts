/** Every check that is written is registered: the self-test, which traces clauses, does not see the others. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { loadChecks } from "../checks/registry.js";

const checks = await loadChecks();

// The index of each folder is handwritten.

const FOLDERS = ["", "transport/", "player/", "referee/", "manager/"];

/** Files without checks. */
const LISTS = ["index.ts", "registry.ts"];

/** Files that generate checks for all roles. */
const ALL_ROLES = ["generated.ts", "observed.ts"];

const registered = new Set<unknown>(checks.map(({ check }) => check));

test.each(FOLDERS)("every check in the folder checks/%s is registered", async (name) => {
  const folder = new URL(`../checks/${name}`, import.meta.url);
  const files = readdirSync(folder).filter((file) => /^[a-z-]+\.ts$/.test(file) && !LISTS.includes(file));
  const missing: string[] = [];
  for (const file of files) {
    const module = (await import(new URL(file, folder).href)) as Record<string, unknown>;
    for (const [exported, list] of Object.entries(module)) {
      if (!/Checks$/.test(exported) || !Array.isArray(list)) continue;
      if (!list.every((one) => registered.has(one))) missing.push(`${exported} of ${name}${file}`);
    }
  }
  expect(missing).toEqual([]);
});

test("the checks of one group are in one file, or in one for all roles", () => {
  const places = new Map<string, Set<string>>();
  for (const { side, group, file } of checks) {
    if (ALL_ROLES.includes(file)) continue;
    const files = places.get(`${side}/${group}`) ?? new Set();
    places.set(`${side}/${group}`, files.add(file));
  }
  expect([...places].filter(([, files]) => files.size > 1)).toEqual([]);
});
