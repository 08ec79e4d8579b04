import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../../../../generated/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  exports: Record<string, unknown>;
  sideEffects: boolean;
  dependencies?: unknown;
};
const dialects = readdirSync(new URL("src/", root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test("each dialect offers the same entries", () => {
  for (const dialect of dialects) {
    for (const part of ["examples", "msw", "openrpc"]) {
      expect(Object.keys(manifest.exports)).toContain(`./${dialect}/${part}`);
      expect(existsSync(fileURLToPath(new URL(`src/${dialect}/${part}.ts`, root)))).toBe(true);
    }
    expect(manifest.exports[`./openrpc/${dialect}.json`]).toBe(`./openrpc/${dialect}.json`);
  }
});

test("the package has no dependencies and no side effects", () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.sideEffects).toBe(false);
});
