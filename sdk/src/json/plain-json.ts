import { depthAndMembers } from "./json-shape.js";

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
  // The text is well-formed from here on, so simple counting is enough.
  const { depth, members } = depthAndMembers(text);
  const isPlain =
    depth <= limits.jsonDepth &&
    (members === 0 || members === countMembers(value as object)) &&
    !mayHoldLoneSurrogate(text);
  return isPlain ? value : undefined;
}

/**
 * The members of all objects; fewer than in the text if a key is repeated, because the last value replaces the others.
 * The loop also counts properties added to `Object.prototype`; `parseJson` corrects that.
 */
function countMembers(value: object): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (isContainer(item)) count += countMembers(item);
    return count;
  }
  for (const key in value) {
    count++;
    const member = (value as Record<string, unknown>)[key];
    if (isContainer(member)) count += countMembers(member);
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
