/** Compiles typed TypeScript to a script for a worker, line by line. */

import { typescriptLanguage } from "@codemirror/lang-javascript";
import { transform } from "sucrase";
import type { StrategyFault } from "./strategy.js";

export type Compiled =
  | { readonly ok: true; readonly script: string; readonly lines: number }
  | { readonly ok: false; readonly fault: StrategyFault };

/** The global name of the typed module, from which the appended engine reads it. */
export const moduleName = "leagueStrategy";

/** Types are removed and not checked. Line numbers do not change, so that an error's line is the line of the typed text. */
export function compile(source: string): Compiled {
  try {
    const { code } = transform(source, { transforms: ["typescript", "imports"] });
    const script = `self.${moduleName}=function(exports,require,module){${code}\n};\n`;
    return { ok: true, script, lines: source.split("\n").length };
  } catch (error) {
    return { ok: false, fault: syntaxFault(error, source) };
  }
}

/** sucrase's message is `Error transforming source: Unexpected token (3:14)`. */
function syntaxFault(error: unknown, source: string): StrategyFault {
  const text = error instanceof Error ? error.message : String(error);
  const [, why = text, line] = /^(?:Error transforming [^:]*: )?(.*?) \((\d+):\d+\)$/s.exec(text) ?? [];
  const reportedLine = line === undefined ? null : Number(line);
  const found = syntaxLine(source) ?? reportedLine;
  const reason = found === reportedLine ? why : "from here on this is no TypeScript";
  return { message: `Syntax error: ${reason}`, line: found };
}

/**
 * The first syntax error of a text, by the editor's parser:
 * sucrase tries several interpretations of a text and reports the error of the last one, often at the wrong line.
 * @returns the line, from 1; null if this parser finds no error
 */
function syntaxLine(source: string): number | null {
  let line: number | null = null;
  typescriptLanguage.parser.parse(source).iterate({
    enter({ type, from }) {
      if (type.isError && line === null) line = source.slice(0, from).split("\n").length;
      return line === null;
    },
  });
  return line;
}
