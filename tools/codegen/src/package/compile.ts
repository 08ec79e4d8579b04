import { posix } from "node:path";
import ts from "typescript";
import type { Output } from "../print/file.js";

const OPTIONS: ts.CompilerOptions = {
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
  rootDir: "/package/src",
  outDir: "/package/dist/esm",
};

/**
 * Compiles the emitted TypeScript in memory to ES modules with declarations, under `dist/esm`.
 * @throws Error with the compiler's messages, which are bugs of the generator and not of the specification.
 */
export function compilePackage(outputs: readonly Output[]): Output[] {
  const sources = outputs.filter(({ path }) => path.endsWith(".ts"));
  const texts = new Map(sources.map(({ path, text }) => [`/package/${path}`, text]));
  texts.set("/package/package.json", '{ "type": "module" }');
  const program = ts.createProgram(
    sources.map(({ path }) => `/package/${path}`),
    OPTIONS,
    memoryHost(texts),
  );
  const compiled: Output[] = [];
  const { diagnostics } = program.emit(undefined, (path, text) =>
    compiled.push({ path: posix.relative("/package", path), text }),
  );
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, formatHost));
  return compiled;
}

function memoryHost(texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  return {
    ...host,
    getCurrentDirectory: () => "/package",
    fileExists: (path) => texts.has(path) || fileExists(path),
    readFile: (path) => texts.get(path) ?? readFile(path),
    directoryExists: (path) => path.startsWith("/package") || (directoryExists?.(path) ?? true),
    getSourceFile: (path, options, ...rest) => {
      const text = texts.get(path);
      return text === undefined
        ? getSourceFile(path, options, ...rest)
        : ts.createSourceFile(path, text, options);
    },
  };
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => "/package",
  getNewLine: () => "\n",
};
