/** Type-checks snippets against the sources, like an editor does. */
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.es2024.string.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  paths: {
    "@league-v2/contract": [`${root}generated/src/index.ts`],
    "@league-v2/contract/*": [`${root}generated/src/*.ts`],
    "@league-v2/sdk": [`${root}sdk/src/index.ts`],
  },
};

export interface Compiled {
  /** The compiler's messages about each snippet; empty for one that compiles. */
  readonly messages: ReadonlyMap<string, string>;
  /** The text of each declaration of a member of `type Subject` in a snippet: the target of go-to-definition. */
  readonly declarations: (snippet: string, member: string) => string[];
}

export function compile(snippets: Readonly<Record<string, string>>): Compiled {
  const names = Object.keys(snippets);
  const files = new Map(
    names.map((name, index) => [`${root}sdk/test/snippet-${index}.mts`, snippets[name] ?? ""]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const said = [...files.keys()].map((path) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join("\n");
  });
  return {
    messages: new Map(names.map((name, index) => [name, said[index] ?? ""])),
    declarations(snippet, member) {
      const source = program.getSourceFile([...files.keys()][names.indexOf(snippet)] ?? "");
      const alias = source?.statements.find(ts.isTypeAliasDeclaration);
      const found = alias && program.getTypeChecker().getTypeAtLocation(alias).getProperty(member);
      return (found?.declarations ?? []).map((one) => one.getText());
    },
  };
}
