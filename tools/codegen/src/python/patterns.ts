/** Thrown for a pattern that has no equal in Python; the message says why. */
export class UntranslatablePattern extends Error {}

/** What JavaScript takes for white space; Python's `\s` is another set. */
const SPACE = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const ANY_BUT_LINE_ENDS = "[^\\n\\r\\u2028\\u2029]";

/**
 * A pattern of JSON Schema, which is JavaScript's with the flag `u`, for `re.compile(…, re.ASCII).search`.
 * @throws UntranslatablePattern
 */
export function pythonPattern(pattern: string): string {
  let text = "";
  for (let at = 0; at < pattern.length; ) {
    const { piece, length } = next(pattern, at);
    text += piece;
    at += length;
  }
  return text;
}

function next(pattern: string, at: number): { piece: string; length: number } {
  const rest = pattern.slice(at);
  const token =
    /^(?:\\(?:[pPu]\{[^}]*\}|ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\(\?<)/isu;
  const [found = rest.charAt(0)] = token.exec(rest) ?? [];
  const piece = found.startsWith("[")
    ? set(found)
    : found.startsWith("\\")
      ? escaped(found)
      : plain(rest, found);
  return { piece, length: found.length };
}

function plain(rest: string, found: string): string {
  if (found === "$") return "\\Z";
  if (found === ".") return ANY_BUT_LINE_ENDS;
  if (found !== "(?<") return found;
  if (/^\(\?<[=!]/.test(rest)) throw new UntranslatablePattern("Python has no look-behind of any length");
  return "(?P<";
}

function escaped(token: string): string {
  const sort = token.charAt(1);
  switch (sort) {
    case "s":
      return `[${SPACE}]`;
    case "S":
      return `[^${SPACE}]`;
    case "p":
    case "P":
      return ranges(token);
    case "k":
      return `(?P=${token.slice(3, -1)})`;
    case "0":
      return "\\x00";
    case "c":
      throw new UntranslatablePattern("Python has no escape \\c");
    case "u":
      return token.length > 2 ? wide(token) : token;
    default:
      return token;
  }
}

/** `\u{1F600}`, or a pair of surrogates, as one character of Python. */
function wide(token: string): string {
  const [first = 0, second] = [...token.matchAll(/[\da-f]+/gi)].map(([digits]) =>
    Number.parseInt(digits, 16),
  );
  const point = second === undefined ? first : (first - 0xd800) * 0x400 + (second - 0xdc00) + 0x10000;
  return `\\U${point.toString(16).padStart(8, "0")}`;
}

/** A set of characters; one with a property or a negated escape in it is written as its ranges. */
function set(token: string): string {
  if (/^\[\^?\]$|\\[pPS]|\\u\{|\\u[dD][89abAB]/.test(token)) return ranges(token);
  const inside = token.slice(1, -1).replaceAll("\\s", SPACE);
  return `[${inside.replaceAll(/\\.|[[&|~]/gs, (one) => (one.length > 1 ? one : `\\${one}`))}]`;
}

/** The ranges of characters that an expression of JavaScript matches. */
function ranges(expression: string): string {
  const matcher = new RegExp(`^${expression}$`, "u");
  const found: string[] = [];
  const hex = (point: number) => `\\U${point.toString(16).padStart(8, "0")}`;
  let from = -1;
  for (let point = 0; point <= 0x110000; point++) {
    const matches = point < 0x110000 && matcher.test(String.fromCodePoint(point));
    if (matches && from < 0) from = point;
    if (matches || from < 0) continue;
    found.push(from === point - 1 ? hex(from) : `${hex(from)}-${hex(point - 1)}`);
    from = -1;
  }
  return found.length === 0 ? "(?!)" : `[${found.join("")}]`;
}
