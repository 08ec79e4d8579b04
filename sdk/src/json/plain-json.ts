import { depthAndMembers } from "./json-shape.js";

export interface JsonLimits {
  /** How many arrays and objects may be nested; `[[]]` is 2 deep. */
  jsonDepth: number;
}

/**
 * The value of a text that every receiver reads alike: well-formed, within the limits, without a repeated key. Undefined for
 * every other text, and for the few that take a closer look: `parseJson` reads them, or says what is wrong.
 */
export function plainJson(text: string, limits: JsonLimits): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // From here on the text is well-formed, so that counting in it can be simple.
  const { depth, members } = depthAndMembers(text);
  const isPlain =
    depth <= limits.jsonDepth &&
    (members === 0 || members === countMembers(value as object)) &&
    !mayHoldLoneSurrogate(text);
  return isPlain ? value : undefined;
}

/**
 * Members of all objects inside; fewer than the text has when a key is repeated, as the last one wins.
 * The loop also meets properties added to `Object.prototype`; the closer look corrects that.
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
