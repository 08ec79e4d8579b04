// What a tarball must hold, and whether each of its entries can be imported and required.

import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { documentsOf, modulesOf } from "./pack.mjs";
import { run } from "./run.mjs";

/** Faults of one kind that are listed; the rest is only counted. */
const NAMED = 10;

const NEVER = /\.tsbuildinfo$|(^|\/)(node_modules|__pycache__)\//;
const TESTS = /\.test\.|(^|\/)test\//;

/** @returns {string[]} what is missing from the tarball, and what does not belong there */
export function contentFaults(one) {
  return one.manifest.files.includes("dist/esm") ? libraryFaults(one) : toolFaults(one);
}

/** A package that is a command or data: its named files, its programs, and none of its tests. What a template has is meant for its users. */
function toolFaults({ name, files, manifest }) {
  const present = new Set(files);
  const programs = Object.values(manifest.bin ?? {}).map((path) => path.replace(/^\.\//, ""));
  const missing = ["package.json", "README.md", "LICENSE", ...programs].filter((file) => !present.has(file));
  const excess = files.filter(
    (file) => NEVER.test(file) || (!file.startsWith("templates/") && TESTS.test(file)),
  );
  return [...named(`${name} lacks`, missing), ...named(`${name} should not hold`, excess)];
}

function libraryFaults({ name, folder, files, manifest }) {
  const present = new Set(files);
  const expected = new Set(expectedFiles(folder, manifest));
  const missing = [...expected].filter((file) => !present.has(file));
  const excess = files.filter((file) => !expected.has(file));
  const faults = [...named(`${name} lacks`, missing), ...named(`${name} should not hold`, excess)];
  const isStale = excess.some((file) => /^dist\/\w+\//.test(file));
  return isStale
    ? [...faults, `if ${folder}/dist is left over from earlier sources, delete it and build again`]
    : faults;
}

function expectedFiles(folder, { files, bin = {} }) {
  const built = sourcesOf(folder).flatMap((source) => [`dist/esm/${source}.js`, `dist/esm/${source}.d.ts`]);
  const documents = ["openrpc/*", "reference/*.md", "docs/*.md"]
    .filter((pattern) => files.includes(pattern.split("/")[0]))
    .flatMap((pattern) => globSync(pattern, { cwd: folder }));
  const programs = Object.values(bin).map((path) => path.replace(/^\.\//, ""));
  return [
    "package.json",
    "README.md",
    "LICENSE",
    ...built,
    ...documents,
    ...programs,
    ...(existsSync(join(folder, "tsup.config.ts")) ? bundleOf(folder) : []),
  ].filter((file) => !isLeftOut(file, files));
}

/** The files of the bundled command, and the licenses of the packages in it. */
function bundleOf(folder) {
  const metafile = join(folder, "dist", "bundle", "metafile-esm.json");
  const { inputs, outputs } = JSON.parse(readFileSync(metafile, "utf8"));
  const hasThirdParties = Object.keys(inputs).some((input) => input.includes("node_modules/"));
  return [...Object.keys(outputs), ...(hasThirdParties ? ["dist/bundle/LICENSES.txt"] : [])];
}

/** `!dist/esm/cli` in `files`. */
function isLeftOut(file, patterns) {
  return patterns.some((pattern) => pattern.startsWith("!") && file.startsWith(`${pattern.slice(1)}/`));
}

/** The modules that the compiler builds, without `src/` and extension. */
function sourcesOf(folder) {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (fault) => {
      throw new Error(String(fault.messageText));
    },
  };
  const { fileNames } = ts.getParsedCommandLineOfConfigFile(join(folder, "tsconfig.json"), {}, host);
  return fileNames.map((path) => relative(join(folder, "src"), path).replace(/\.ts$/, ""));
}

function named(what, files) {
  const rest = files.length - NAMED;
  const listed = files.slice(0, NAMED).map((file) => `${what} ${file}`);
  return rest > 0 ? [...listed, `${what} ${rest} more`] : listed;
}

/** @returns {string[]} the exports that do not load, or that offer other names to `require` than to `import` */
export function entryFaults(project, packages) {
  writeFileSync(
    join(project, "entries.mjs"),
    program(packages.flatMap(modulesOf), packages.flatMap(documentsOf)),
  );
  // Workers and browsers with a content security policy run no text as a program; neither may our packages ask for it.
  const { ok, output } = run("node", ["--disallow-code-generation-from-strings", "entries.mjs"], {
    cwd: project,
  });
  return ok ? [] : output.split("\n");
}

function program(modules, documents) {
  return `
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const faults = [];
const names = (module) => Object.keys(module).filter((name) => name !== "__esModule" && name !== "module.exports").sort().join();
for (const specifier of ${JSON.stringify(modules)}) {
  try {
    const [imported, required] = [names(await import(specifier)), names(require(specifier))];
    if (imported === "") faults.push(specifier + " exports nothing");
    if (imported !== required) faults.push(specifier + " offers " + imported + " to import, but " + required + " to require");
  } catch (error) {
    faults.push(specifier + ": " + error);
  }
}
for (const specifier of ${JSON.stringify(documents)}) {
  try {
    const { default: imported } = await import(specifier, { with: { type: "json" } });
    if (JSON.stringify(imported) !== JSON.stringify(require(specifier))) faults.push(specifier + " is two documents");
  } catch (error) {
    faults.push(specifier + ": " + error);
  }
}
if (faults.length > 0) console.log(faults.join("\\n"));
process.exitCode = faults.length === 0 ? 0 : 1;
`;
}
