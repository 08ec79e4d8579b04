/** What the sources say and import (architecture rules 1 and 10). Names of the platform are denied by biome.json. */
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = new Map(
  globSync("{sdk,generated,reference-agents,conformance}/src/**/*.ts", { cwd: root })
    .filter((path) => !/\.(test|fixture)\.ts$/.test(path))
    .map((path) => [path, readFileSync(root + path, "utf8")]),
);

/** The paths of sources in these folders whose text the expression finds. */
const saying = (folders: RegExp, words: RegExp) =>
  [...sources].flatMap(([path, text]) => (folders.test(path) && words.test(text) ? [path] : []));

const importsOf = (path: string) =>
  [
    ...(sources.get(path) ?? "").matchAll(
      /^(?:import|export|\}) (?:.* )?from "([^"]+)";|^import "([^"]+)";|\bimport\("([^"]+)"\)/gm,
    ),
  ].map(([, from, only, later]) => from ?? only ?? later ?? "");

test("no file outside of wire/ speaks of another form", () => {
  const words = /\b(strict|lenient|leniency|spelling|wire ?forms?|isTolerant|tokenless|dialect)\b/i;
  expect(saying(/^sdk\/src\/(?!wire\/)/, words)).toEqual([]);
});

test("randomness comes through the passed platform only", () => {
  expect(saying(/^(sdk\/src\/(?!platform\/)|reference-agents|conformance)/, /\bMath\.random\b/)).toEqual([]);
});

test("the SDK imports its own files, the contract, and Node's modules in the Node adapter", () => {
  const foreign = [...sources.keys()]
    .filter((path) => path.startsWith("sdk/src/"))
    .flatMap((path) => importsOf(path).map((name) => `${path} ${name}`))
    .filter(
      (line) => !/ (\.|@league-v2\/contract(\/|$))/.test(line) && !/^sdk\/src\/node\/.* node:/.test(line),
    );
  expect(foreign).toEqual([]);
});

test("the contract imports its own files; fast-check and msw are imported only by separate entries", () => {
  const reached = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const name of importsOf(path)) {
      if (name.startsWith(".")) visit(posix.join(posix.dirname(path), name.replace(/\.js$/, ".ts")));
      else packages.add(name);
    }
  };
  visit("generated/src/index.ts");
  expect(reached.size).toBeGreaterThan(20);
  expect([...packages]).toEqual([]);
});
