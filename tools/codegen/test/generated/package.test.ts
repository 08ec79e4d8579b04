import { readdirSync, readFileSync } from "node:fs";
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

test("every dialect has its document, and the main one has test material", () => {
  for (const dialect of dialects) {
    expect(manifest.exports[`./openrpc/${dialect}.json`]).toEqual({
      types: "./openrpc/document.d.cts",
      default: `./openrpc/${dialect}.json`,
    });
  }
  expect(Object.keys(manifest.exports).filter((entry) => /\/(examples|msw)$/.test(entry))).toEqual([
    "./canonical/examples",
    "./canonical/msw",
  ]);
});

test("the package has no dependencies and no side effects", () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.sideEffects).toBe(false);
});
