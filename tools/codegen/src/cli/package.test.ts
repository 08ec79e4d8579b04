import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { realOutputs } from "../../test/mini.js";
import { exportsOf, writePackage } from "./package.js";

const contract = new URL("../../../../generated/package.json", import.meta.url);
const manifest = JSON.parse(readFileSync(contract, "utf8")) as Readonly<Record<string, object | undefined>>;

test("@league-v2/contract has the entries that a package of its files gets", () => {
  const entries = exportsOf(realOutputs(() => true));
  // It also has a bundle for Node.
  expect(manifest.exports).toMatchObject(entries);
  expect(Object.keys(manifest.exports ?? {}).toSorted()).toEqual(Object.keys(entries).toSorted());
});

test("@league-v2/contract has no dependencies and no side effects", () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.sideEffects).toBe(false);
});

test("each module is compiled, with its declarations", async () => {
  const folder = mkdtempSync(join(tmpdir(), "league-package-"));
  const mini = fileURLToPath(new URL("../../test/fixtures/mini", import.meta.url));
  try {
    await writePackage(mini, folder, ["typescript"], { out: () => {}, error: () => {} });
    const under = (part: string) =>
      readdirSync(join(folder, part), { recursive: true, encoding: "utf8" }).filter((path) =>
        /\.[jt]s$/.test(path),
      );
    const modules = under("src").map((path) => path.replace(/\.ts$/, ""));
    const compiled = modules.flatMap((module) => [`${module}.d.ts`, `${module}.js`]);
    expect(under("dist/esm").toSorted()).toEqual(compiled.toSorted());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
