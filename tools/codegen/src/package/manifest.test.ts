import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { miniOutputs, realOutputs } from "../../test/outputs.js";
import { compilePackage } from "./compile.js";
import { exportsOf } from "./manifest.js";

test("a contract package has the entries of @league-v2/contract", () => {
  const manifest = new URL("../../../../generated/package.json", import.meta.url);
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as { exports: object };
  const entries = Object.keys(exportsOf(realOutputs(() => true)));
  expect(entries.toSorted()).toEqual(Object.keys(exports).toSorted());
});

test("each module is compiled, with its declarations", async () => {
  const files = await miniOutputs();
  const modules = files.flatMap(({ path }) => /^src\/(.*)\.ts$/.exec(path)?.[1] ?? []);
  const paths = compilePackage(files).map(({ path }) => path);
  expect(paths.toSorted()).toEqual(
    modules.flatMap((module) => [`dist/esm/${module}.d.ts`, `dist/esm/${module}.js`]).toSorted(),
  );
});
