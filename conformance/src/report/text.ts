/** How values of a run become text: names and texts of agents, durations, percentages. */

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

/** A duration as text: `812 ms`, `5.0 s`, `1 min 35 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A moment of a transcript, counted from the start of its check: `+5004 ms`. */
export function moment(atMs: number): string {
  return `+${Math.round(atMs)} ms`;
}

/** Per cent with at most one decimal: `97.5 %`. */
export function percent(value: number): string {
  return `${Math.round(value * 10) / 10} %`;
}

/** The name of the agent under test in transcripts. Every other name is a peer of the suite. */
export const AGENT = "agent";

/** Whether this name is an instance of the agent: a check may have started a second one. */
export function isAgent(name: string): boolean {
  return name === AGENT || /^agent \d+$/.test(name);
}
