import { decodeUtf8 } from "./decode-utf8.js";
import { findDuplicateKey, findLoneSurrogate } from "./json-scan.js";
import { depthAndMembers } from "./json-shape.js";

export interface JsonLimits {
  /** How many arrays and objects may be nested; `[[]]` is 2 deep. */
  jsonDepth: number;
}

/**
 * - `syntax`: not JSON (RFC 8259), not UTF-8, a byte order mark, or a lone surrogate
 * - `duplicate_key`: an object has two members of one name, so that receivers may disagree on what it says
 * - `depth`: nested more deeply than the limit
 */
export type JsonFaultKind = "syntax" | "duplicate_key" | "depth";

export interface JsonFault {
  kind: JsonFaultKind;
  message: string;
  /** JSON Pointer of the fault, where there is one. */
  pointer?: string;
}

export type ParsedJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

/**
 * Parses JSON more strictly than `JSON.parse`: whatever it accepts means the same to every receiver.
 * Members named `__proto__` or `constructor` are plain own members of the result.
 */
export function parseJson(input: string | Uint8Array, limits: JsonLimits): ParsedJson {
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (text === null) return refuse("syntax", "the bytes are not UTF-8");

  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse("syntax", error instanceof Error ? error.message : "not JSON");
  }
  // From here on the text is well-formed, so that scans of it can be simple.
  const { depth, members } = depthAndMembers(text);
  if (depth > limits.jsonDepth) {
    return refuse("depth", `nested ${depth} deep; at most ${limits.jsonDepth} levels are accepted`);
  }
  if (members > 0 && members !== countMembers(value as object)) {
    const pointer = findDuplicateKey(text);
    if (pointer !== null) return refuse("duplicate_key", `the member ${pointer} appears twice`, pointer);
  }
  if (mayHoldLoneSurrogate(text)) {
    const pointer = findLoneSurrogate(text);
    if (pointer !== null) return refuse("syntax", "a lone surrogate is not a character", pointer);
  }
  return { ok: true, value };
}

function refuse(kind: JsonFaultKind, message: string, pointer?: string): ParsedJson {
  return { ok: false, fault: pointer === undefined ? { kind, message } : { kind, message, pointer } };
}

/**
 * Members of all objects inside; fewer than the text has when a key is repeated, as the last one wins.
 * The loop also meets properties added to `Object.prototype`; the scan that follows corrects that.
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
