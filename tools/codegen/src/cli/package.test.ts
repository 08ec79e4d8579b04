import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { realOutputs } from "../../test/outputs.js";
import { exportsOf, writePackage } from "./package.js";

test("a contract package has the entries of @league-v2/contract", () => {
  const manifest = new URL("../../../../generated/package.json", import.meta.url);
  const { exports } = JSON.parse(readFileSync(manifest, "utf8")) as { exports: object };
  const entries = Object.keys(exportsOf(realOutputs(() => true)));
  expect(entries.toSorted()).toEqual(Object.keys(exports).toSorted());
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
