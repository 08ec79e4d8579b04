/**
 * Has Node itself load the sources for the tests, where tsconfig.test.json says that they are: in what vitest makes of a module,
 * each use of an import calls a getter, and a test takes a tenth longer.
 */
import { existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..", "..");
const { paths } = JSON.parse(readFileSync(join(root, "tsconfig.test.json"), "utf8")).compilerOptions;

/** They have no source in TypeScript, but a build: it is done again. */
const built = new Map([
  ["@league-v2/viewer/page", "tools/viewer/build/sources.mjs"],
  ["@league-v2/viewer/report", "tools/viewer/build/sources.mjs"],
]);

const places = new Map();

/** Where the source of a package or of its subpath is; undefined for a package of others, and for a file such as a schema. */
function placeOf(specifier) {
  if (!specifier.startsWith("@league-v2/")) return undefined;
  if (!places.has(specifier)) places.set(specifier, findPlace(specifier));
  return places.get(specifier);
}

function findPlace(specifier) {
  const own = built.get(specifier) ?? paths[specifier]?.[0];
  if (own !== undefined) return pathToFileURL(join(root, own)).href;
  const [, name = "", subpath = ""] = /^(@league-v2\/[^/]+)\/(.+)$/.exec(specifier) ?? [];
  const file = join(root, paths[`${name}/*`]?.[0].replace("*", subpath) ?? "none");
  return existsSync(file) ? pathToFileURL(file).href : undefined;
}

/** An import names the file that the compiler makes. vitest adds a query to the address of a test file. */
function sourceOf(specifier, parentUrl = "") {
  if (!/^\.\.?\/.*\.js$/.test(specifier) || !/\.ts(\?|$)/.test(parentUrl)) return undefined;
  const url = new URL(specifier.replace(/js$/, "ts"), parentUrl);
  return existsSync(fileURLToPath(url)) ? url.href : undefined;
}

registerHooks({
  resolve(specifier, context, next) {
    const url = placeOf(specifier) ?? sourceOf(specifier, context.parentURL);
    if (url !== undefined) return { url, shortCircuit: true };
    // A test that reads a build passes on a stale one.
    if (/^@league-v2\/.*(?<!\.json)$/.test(specifier)) throw new Error(`${specifier} has no source here`);
    return next(specifier, context);
  },
});
