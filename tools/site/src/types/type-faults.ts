/** The TypeScript errors of a typed strategy. */
import ts from "typescript";
import type { StrategyFault } from "../strategy/fault.js";
import { expectingStrategy } from "./expecting-strategy.js";

/** Declarations that the compiler reads, by their paths: its own library in `/lib`, packages in `/node_modules`. */
export type Declarations = ReadonlyMap<string, string>;

export interface CheckedText {
  readonly source: string;
  readonly faults: readonly StrategyFault[];
}

/** The options of a new project, except that an argument without a type is allowed, as in JavaScript. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  // The libraries of a worker.
  lib: ["lib.es2023.d.ts", "lib.webworker.d.ts"],
  types: [],
  strict: true,
  noImplicitAny: false,
  skipLibCheck: true,
  noEmit: true,
};

const fileName = "/strategy.ts";

/** @returns a function that can be called many times; it caches the parsed declarations. */
export function typeChecker(declarations: Declarations): (source: string) => StrategyFault[] {
  const read = new Map<string, ts.SourceFile>();
  const parsed = (name: string) => {
    const text = declarations.get(name);
    if (text === undefined) return undefined;
    const file = read.get(name) ?? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023);
    read.set(name, file);
    return file;
  };
  let program: ts.Program | undefined;
  return (source) => {
    const { text, added } = expectingStrategy(source);
    const own = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2023, true);
    const host: ts.CompilerHost = {
      ...fixedHost,
      getSourceFile: (name) => (name === fileName ? own : parsed(name)),
      fileExists: (name) => name === fileName || declarations.has(name),
      readFile: (name) => declarations.get(name),
    };
    program = ts.createProgram([fileName], options, host, program);
    const broken = program.getSyntacticDiagnostics(own);
    const found = broken.length > 0 ? broken : program.getSemanticDiagnostics(own);
    const lineAt = (offset: number) => own.getLineAndCharacterOfPosition(offset).line + 1;
    return found.map(({ start = 0, messageText }) => ({
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
      line: lineAt(added !== null && start >= added.from && start < added.to ? added.export : start),
    }));
  };
}

const fixedHost = {
  getDefaultLibFileName: () => "/lib/lib.es2023.d.ts",
  getDefaultLibLocation: () => "/lib",
  getCurrentDirectory: () => "/",
  getCanonicalFileName: (name: string) => name,
  useCaseSensitiveFileNames: () => true,
  getNewLine: () => "\n",
  writeFile() {},
};
