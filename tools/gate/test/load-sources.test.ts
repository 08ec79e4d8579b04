/** A test that reads a build passes on a stale one. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import page from "@league-v2/viewer/page";
import { script, style } from "@league-v2/viewer/report";
import { expect, it } from "vitest";
import tsconfig from "../../../tsconfig.test.json" with { type: "json" };
import { buildPage } from "../../viewer/build/build-page.mjs";
import { reportParts } from "../../viewer/build/report-parts.mjs";

const root = join(import.meta.dirname, "..", "..", "..");
const { paths } = tsconfig.compilerOptions;
const packages = Object.entries(paths).filter(([name]) => !/\/(page|report|\*)$/.test(name));
const fileOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));

it.each(packages)("a test that imports %s gets its sources", (name, [path = ""]) => {
  expect(path).toMatch(/\/src\/index\.ts$/);
  expect(fileOf(name)).toBe(join(root, path));
});

it("a test that imports a subpath gets its sources", () => {
  expect(fileOf("@league-v2/sdk/wire")).toBe(join(root, "sdk/src/wire/index.ts"));
  expect(fileOf("@league-v2/contract/checks")).toBe(join(root, "generated/src/checks.ts"));
  expect(fileOf("@league-v2/viewer/record")).toBe(join(root, "tools/viewer/src/record/index.ts"));
  expect(existsSync(fileOf("@league-v2/contract/checks"))).toBe(true);
});

it("the viewer's page and its part of the report are made from their sources", async () => {
  expect(fileOf("@league-v2/viewer/page")).not.toContain("/dist/");
  expect(page).toBe(await buildPage());
  expect(fileOf("@league-v2/viewer/report")).not.toContain("/dist/");
  expect({ script, style }).toEqual(await reportParts());
});
