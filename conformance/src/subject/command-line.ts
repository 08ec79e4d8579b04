/** Splits a command line into words as a shell would, and does nothing else that a shell does. */
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
  if (quote !== undefined) throw new Error(`the command has a quote (${quote}) that is not closed: ${line}`);
  if (word !== undefined) words.push(word);
  if (words.length === 0) throw new Error("the command is empty");
  return words;
}

export const PLACEHOLDERS = ["port", "league", "name", "data", "players", "referees"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Fills `{port}` and the like in each word; unknown braces stay as they are. */
export function fillPlaceholders(
  words: readonly string[],
  values: Readonly<Record<Placeholder, string>>,
): string[] {
  return words.map((word) =>
    word.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      name in values ? values[name as Placeholder] : whole,
    ),
  );
}
