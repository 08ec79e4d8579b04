/** Finds the first syntax error of a text with the editor's parser. */
import { typescriptLanguage } from "@codemirror/lang-javascript";

/**
 * sucrase tries several interpretations of a text and reports the error of the last one, often at the wrong line.
 * @returns the line, from 1; null if this parser finds no error
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
