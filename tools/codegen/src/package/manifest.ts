import type { JsonObject } from "../json.js";
import type { Output } from "../print/file.js";

/** Modules with a separate entry in addition to the main one, so that a program contains only its imports. */
const ENTRIES = /^src\/((?:[\w-]+\/)?(?:examples|msw)|forms|protocol|requirements)\.ts$/;

/** The entries of a contract package: the subpaths of `@league-v2/contract`. */
export function exportsOf(outputs: readonly Output[]): JsonObject {
  const paths = outputs.map(({ path }) => path);
  const modules = paths.flatMap((path) => ENTRIES.exec(path)?.[1] ?? []);
  const documents = paths.filter((path) => /^openrpc\/.*\.json$/.test(path));
  return {
    ".": entry("index"),
    ...Object.fromEntries(modules.map((module) => [`./${module}`, entry(module)])),
    ...Object.fromEntries(
      documents.map((path) => [`./${path}`, { types: "./openrpc/document.d.cts", default: `./${path}` }]),
    ),
    "./package.json": "./package.json",
  };
}

/** One file for `import` and `require`, because Node 22.12 and newer can require an ES module. */
function entry(module: string): JsonObject {
  return { types: `./dist/esm/${module}.d.ts`, default: `./dist/esm/${module}.js` };
}

/** The package.json of a new contract package. Its owner may change everything but `exports`. */
export function newManifest(name: string, source: string): JsonObject {
  return {
    name,
    version: "0.1.0",
    description: `A league contract as code, generated from ${source}. Takes the place of @league-v2/contract`,
    type: "module",
    sideEffects: false,
    engines: { node: ">=22.16" },
    files: ["dist", "openrpc", "reference"],
    peerDependencies: { msw: "^3.0.0" },
    peerDependenciesMeta: { msw: { optional: true } },
  };
}
