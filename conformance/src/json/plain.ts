/**
 * Reads JSON with `JSON.parse` where that is sufficient: most bodies have no anomaly, and the text and the value show it.
 * All others are left to the scanner, which reports the anomalies.
 */

/**
 * Numbers that a double may not represent: an integer of 16 digits or more, an exponent of three digits or more. Only where a
 * number can begin: half of all tokens in hexadecimal contain such an exponent.
 */
const MAY_BE_ODD_NUMBER = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*[eE]\+?\d{3})/;

/** Nested deeper than this, a value is left to the scanner, which has the limit. */
const SURELY_SHALLOW = 100;

/** The value; undefined when the text is no JSON, or when something in it may be odd. */
export function plainValue(text: string): unknown {
  if (MAY_BE_ODD_NUMBER.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Every member has such a colon in the text; a repeated one is missing in the value.
  return membersIn(value, 0) === nameColonsIn(text) ? value : undefined;
}

/** Members of all objects inside; NaN when it is nested deeply. */
function membersIn(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth > SURELY_SHALLOW) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += membersIn(item, depth + 1);
    return count;
  }
  for (const member of Object.values(value)) count += 1 + membersIn(member, depth + 1);
  return count;
}

const QUOTE = 0x22;
const SPACE = 0x20;

/** Colons after a quote: of each member, and perhaps of some texts. */
function nameColonsIn(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (before > 0 && text.charCodeAt(before) <= SPACE) before -= 1;
    if (text.charCodeAt(before) === QUOTE) count += 1;
  }
  return count;
}
