import { UsageError } from "../usage-error.js";

/**
 * Splits a command line into words as a shell would, and does nothing else that a shell does.
 * @throws UsageError when it is empty or a quote is left open
 */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? "";
    if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === undefined && (char === '"' || char === "'")) {
      quote = char;
      word ??= "";
    } else if (char === quote) {
      quote = undefined;
    } else if (char === "\\" && quote !== "'" && /["'\\\s]/.test(line[at + 1] ?? "")) {
      at += 1;
      word = (word ?? "") + (line[at] ?? "");
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined)
    throw new UsageError(`the command has a quote (${quote}) that is not closed: ${line}`);
  if (word !== undefined) words.push(word);
  if (words.length === 0) throw new UsageError("the command is empty");
  return words;
}

type Placeholder = "port" | "league" | "name" | "data" | "players" | "referees";

/** Fills `{port}` and the like in each word; unknown braces stay as they are. */
export function fillPlaceholders(
  words: readonly string[],
  values: Readonly<Record<Placeholder, string>>,
): string[] {
  return words.map((word) =>
    word.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? values[name as Placeholder] : whole,
    ),
  );
}
