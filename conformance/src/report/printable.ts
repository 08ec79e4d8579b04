/** Control characters, lone surrogates, line separators and bidirectional marks. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/**
 * Makes characters visible (`\u{1b}`) that affect a terminal, an XML parser or the order of text. Line breaks (CR LF
 * becomes LF) and tabs are kept. Every text report passes the text of agents through this function.
 */
export function printable(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(UNPRINTABLE, (character) =>
      character === "\n" || character === "\t"
        ? character
        : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
    );
}

/** The same on one line. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}

/** At most `limit` characters, the last one an ellipsis if the text was cut. */
export function clipped(text: string, limit: number): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join("")}…`;
}
