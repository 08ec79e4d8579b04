import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import ts from "typescript";
import type { Output } from "../src/print/file.js";

/** Inside of node_modules, so that what is emitted finds fast-check and msw as a program would. */
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache", import.meta.url));

/** A loaded module; tests know what is in it. */
// biome-ignore lint/suspicious/noExplicitAny: the module did not exist when this test was compiled
export type Loaded = any;

/** What was generated, as JavaScript on the disk. */
export interface Package {
  readonly folder: string;
  readonly files: readonly Output[];
  /** Imports a module by its path without extension: "canonical/index". */
  load(module: string): Promise<Loaded>;
  remove(): void;
}

/** Transpiles, so that tests can run what is emitted instead of looking at it. */
export function compile(files: readonly Output[]): Package {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "codegen-test-"));
  for (const { path, text } of files) {
    if (!path.endsWith(".ts")) continue;
    const file = join(folder, path.replace(/^src\//, "").replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, transformSync(text, { loader: "ts", format: "esm", target: "es2023" }).code);
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return {
    folder,
    files,
    load: (module) => import(/* @vite-ignore */ pathToFileURL(join(folder, `${module}.js`)).href),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
  typeRoots: [fileURLToPath(new URL("../../../node_modules/@types", import.meta.url))],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The compiler's own libraries and the packages', parsed once for all the programs of a test file. */
const libraries = new Map<string, ts.SourceFile>();

/**
 * What the compiler says about emitted files and a test's own beside them, all in memory.
 * @param extra files by path below src/, such as "use.ts".
 */
export function typeErrors(
  outputs: readonly Output[],
  extra: Readonly<Record<string, string>> = {},
): string[] {
  const root = join(CACHE, "codegen-types");
  const texts = new Map<string, string>([[join(root, "package.json"), '{ "type": "module" }']]);
  for (const { path, text } of outputs) if (path.endsWith(".ts")) texts.set(join(root, path), text);
  for (const [path, text] of Object.entries(extra)) texts.set(join(root, "src", path), text);
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.directoryExists = (path) => path.startsWith(root) || (directoryExists?.(path) ?? true);
  host.getSourceFile = (path, options, ...rest) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, options);
    const loader = libraries.get(path) ?? getSourceFile(path, options, ...rest);
    if (loader !== undefined) libraries.set(path, loader);
    return loader;
  };
  const program = ts.createProgram(
    [...texts.keys()].filter((path) => path.endsWith(".ts")),
    OPTIONS,
    host,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
    const path = file?.fileName.slice(root.length + 5) ?? "";
    return `${path}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
