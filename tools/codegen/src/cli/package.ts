import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Language } from "../generate.js";
import type { JsonObject } from "../json.js";
import type { Output } from "../print/file.js";
import { compare } from "./commands.js";
import { apply, type Terminal, writeFile } from "./output-folder.js";

/** Writes a whole package for one language, which can take the place of the one for league.v2. */
export async function writePackage(
  spec: string,
  folder: string,
  lang: readonly Language[],
  terminal: Terminal,
): Promise<void> {
  if (lang.includes("typescript")) await writeNpmPackage(spec, folder, terminal);
  if (lang.includes("python")) await writePythonPackage(spec, folder, terminal);
}

async function writePythonPackage(spec: string, out: string, terminal: Terminal): Promise<void> {
  const place = (path: string) => path.replace(/^python\//, "");
  const { files, found } = await compare({ spec, out, lang: ["python"] }, terminal, place);
  apply(out, found);
  terminal.out(`${out}: ${files.length} files, a Python package; install it with pip install ${out}`);
}

/**
 * Writes a whole npm package: sources, compiled modules, documents, and a package.json. In an existing package.json it changes
 * only `exports`.
 */
async function writeNpmPackage(spec: string, out: string, terminal: Terminal): Promise<void> {
  const { files, found } = await compare({ spec, out, lang: ["typescript"] }, terminal);
  apply(out, found);
  const manifest = join(out, "package.json");
  const content = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, "utf8")) as JsonObject)
    : newManifest(basename(resolve(out)), basename(resolve(spec)));
  writeFile(manifest, `${JSON.stringify({ ...content, exports: exportsOf(files) }, null, 2)}\n`);
  rmSync(join(out, "dist"), { recursive: true, force: true });
  const compiled = await compile(resolve(out), files);
  const count = files.length + compiled;
  terminal.out(`${out}: ${count} files, a package that takes the place of @league-v2/contract`);
}

/**
 * Compiles the emitted TypeScript to ES modules with declarations, under `dist/esm`. Returns the number of files.
 * @throws Error with the compiler's messages, which are bugs of the generator and not of the specification.
 */
async function compile(folder: string, files: readonly Output[]): Promise<number> {
  // The compiler is loaded on demand, because it is larger than all other modules together.
  const { default: ts } = await import("typescript");
  const sources = files.filter(({ path }) => path.endsWith(".ts")).map(({ path }) => join(folder, path));
  const program = ts.createProgram(sources, {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    // Strict checks would triple the time; the tests of the emitters compile the output in strict mode.
    noCheck: true,
    declaration: true,
    rootDir: join(folder, "src"),
    outDir: join(folder, "dist/esm"),
  });
  let count = 0;
  const { diagnostics } = program.emit(undefined, (path, text) => {
    writeFile(path, text);
    count++;
  });
  const words = diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  if (words.length > 0) throw new Error(words.join("\n"));
  return count;
}

/** Modules with a separate entry in addition to the main one, so that a program contains only its imports. */
const ENTRIES = /^src\/([\w-]+\/(?:examples|msw)|forms|protocol|requirements|similar)\.ts$/;

/** The entries of a contract package: the subpaths of `@league-v2/contract`. */
export function exportsOf(outputs: readonly Output[]): JsonObject {
  // One file for `import` and `require`, because Node 22.12 and newer can require an ES module.
  const entry = (module: string) => ({
    types: `./dist/esm/${module}.d.ts`,
    default: `./dist/esm/${module}.js`,
  });
  const paths = outputs.map(({ path }) => path);
  const modules = paths.flatMap((path) => ENTRIES.exec(path)?.[1] ?? []);
  const documents = paths.filter((path) => /^openrpc\/.*\.json$/.test(path));
  return {
    ".": entry("index"),
    ...Object.fromEntries(modules.map((module) => [`./${module}`, entry(module)])),
    ...Object.fromEntries(
      documents.map((path) => [
        `./${path}`,
        // A JSON Schema beside the documents has no type of its own.
        path.endsWith(".schema.json")
          ? `./${path}`
          : { types: "./openrpc/document.d.cts", default: `./${path}` },
      ]),
    ),
    "./package.json": "./package.json",
  };
}

/** The package.json of a new contract package. Its owner may change everything but `exports`. */
function newManifest(name: string, source: string): JsonObject {
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
