export interface JsonLimits {
  /** The maximum nesting of arrays and objects; `[[]]` has the depth 2. */
  jsonDepth: number;
}

/**
 * The value of a text that all receivers read alike: well-formed, within the limits, without a repeated key. Undefined for
 * every other text, and for a few valid ones: `parseJson` reads them, or describes the fault.
 */
export function plainJson(text: string, limits: JsonLimits): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Of a repeated key only the last value is in the object. NaN is equal to no number.
  const isPlain =
    (isContainer(value) ? countMembers(value, limits.jsonDepth) : 0) === countNames(text) &&
    !mayHoldLoneSurrogate(text);
  return isPlain ? value : undefined;
}

/**
 * The colons after a quote: one for each member of a well-formed text, and one for each `":` in a string. NaN for a text with white
 * space before a colon, which may belong to a name that is not counted.
 */
function countNames(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE) count++;
    else if (before <= SPACE) return Number.NaN;
  }
  return count;
}

const SPACE = 32;
const QUOTE = 34;

/**
 * The members of all objects; NaN if they are nested more deeply than this number of levels.
 * The loop also counts properties added to `Object.prototype`; `parseJson` corrects that.
 */
function countMembers(value: object, levels: number): number {
  if (levels === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (isContainer(item)) count += countMembers(item, levels - 1);
    return count;
  }
  for (const key in value) {
    count++;
    const member = (value as Record<string, unknown>)[key];
    if (isContainer(member)) count += countMembers(member, levels - 1);
  }
  return count;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** True for every text with a lone surrogate, raw or escaped, and for few others. */
function mayHoldLoneSurrogate(text: string): boolean {
  return !text.isWellFormed() || (text.includes("\\u") && /\\u[dD][89a-fA-F]/.test(text));
}
