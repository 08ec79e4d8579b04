/** The TypeScript errors of a typed strategy. */
import ts from "typescript";
import type { StrategyFault } from "../strategy/strategy.js";

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

/** Adds the required type of the default export to a typed text, so that the compiler checks the arguments and the result. */
const strategy = 'import("@league-v2/sdk").Strategy';
const expected = `${strategy} | { choose: ${strategy}; guard?: boolean }`;

export interface ExpectingText {
  /** The text with the same line numbers. */
  readonly text: string;
  /** The added type of the result, and the export to which its errors belong: offsets in the text. */
  readonly added: { readonly from: number; readonly to: number; readonly export: number } | null;
}

/** An exported function without a name is not changed. */
export function expectingStrategy(source: string): ExpectingText {
  const file = ts.createSourceFile("strategy.ts", source, ts.ScriptTarget.ES2023);
  for (const statement of file.statements) {
    const exported = statement.getStart(file);
    if (ts.isExportAssignment(statement) && !statement.isExportEquals) {
      const start = statement.expression.getStart(file);
      const { end } = statement.expression;
      const before = `${source.slice(0, start)}(${source.slice(start, end)})`;
      return withAddition(before, ` satisfies ${expected}`, source.slice(end), exported);
    }
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && isDefault(statement)) {
      const { name, end } = statement;
      return withAddition(
        source.slice(0, end),
        `;${name.text} satisfies ${expected};`,
        source.slice(end),
        exported,
      );
    }
  }
  return { text: source, added: null };
}

function withAddition(before: string, addition: string, after: string, exported: number): ExpectingText {
  const from = before.length;
  return { text: before + addition + after, added: { from, to: from + addition.length, export: exported } };
}

function isDefault({ modifiers }: ts.FunctionDeclaration): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}
