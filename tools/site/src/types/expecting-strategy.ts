/** Adds the required type of the default export to a typed text, so that the compiler checks the arguments and the result. */
import ts from "typescript";

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
