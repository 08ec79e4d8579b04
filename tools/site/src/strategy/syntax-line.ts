/** Where a text stops being TypeScript, by the parser that the editor has anyway. */
import { typescriptLanguage } from "@codemirror/lang-javascript";

/**
 * sucrase tries several readings of a text and complains about the last of them, often at the wrong line.
 * @returns the line, from 1; null where this parser finds no fault
 */
export function syntaxLine(source: string): number | null {
  let line: number | null = null;
  typescriptLanguage.parser.parse(source).iterate({
    enter({ type, from }) {
      if (type.isError && line === null) line = source.slice(0, from).split("\n").length;
      return line === null;
    },
  });
  return line;
}
