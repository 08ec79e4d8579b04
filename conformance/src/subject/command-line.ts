import { nearest, UsageError } from "../usage-error.js";

/**
 * Splits a command line into words as the shell of the platform would, and does nothing else that a shell does. On Windows
 * only `"` quotes, and a backslash is a letter except before one.
 * @throws UsageError when it is empty or a quote is left open
 */
export function splitCommandLine(line: string, os: NodeJS.Platform = process.platform): string[] {
  const [quotes, escaped] = os === "win32" ? [/"/, /"/] : [/["']/, /["'\\\s]/];
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? "";
    if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (quote === undefined && quotes.test(char)) {
      quote = char;
      word ??= "";
    } else if (char === quote) {
      quote = undefined;
    } else if (char === "\\" && quote !== "'" && escaped.test(line[at + 1] ?? "")) {
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

const placeholders = ["port", "league", "name", "data", "players", "referees"] as const;
type Placeholder = (typeof placeholders)[number];

/**
 * A shell's `${word}` and a template's `{{word}}` are none of the suite.
 * @throws UsageError for a word in braces that is no placeholder, such as `{prot}`
 */
export function assertPlaceholders(line: string): void {
  const unknown = [...line.matchAll(/(?<![${])\{([a-z_]\w*)\}(?!\})/gi)].find(
    ([, name = ""]) => !(placeholders as readonly string[]).includes(name),
  );
  if (unknown === undefined) return;
  const near = nearest(unknown[1] ?? "", placeholders);
  const known = placeholders.map((name) => `{${name}}`).join(", ");
  throw new UsageError(
    `--command has no placeholder ${unknown[0]}${near === undefined ? "." : `; ${near}`} The placeholders are ${known}.`,
  );
}

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
