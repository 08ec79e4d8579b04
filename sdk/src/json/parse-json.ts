import { findDuplicateKey, findLoneSurrogate } from "./json-scan.js";

export interface JsonLimits {
  /** The maximum nesting of arrays and objects; `[[]]` has the depth 2. */
  jsonDepth: number;
}

/**
 * - `syntax`: not JSON (RFC 8259), not UTF-8, a byte order mark, or a lone surrogate
 * - `duplicate_key`: an object has two members of one name, which receivers read differently
 * - `depth`: nested more deeply than the limit
 */
type JsonFaultKind = "syntax" | "duplicate_key" | "depth";

export interface JsonFault {
  kind: JsonFaultKind;
  message: string;
  /** JSON Pointer of the fault, where there is one. */
  pointer?: string;
}

type ParsedJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

/**
 * Parses JSON more strictly than `JSON.parse`: every accepted text has one meaning for all receivers.
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
  const { depth, members } = depthAndMembers(text);
  if (depth > limits.jsonDepth)
    return refuse("depth", `nested ${depth} deep; at most ${limits.jsonDepth} levels are accepted`);
  // Of a repeated key only the last value is in the object.
  const repeated = members === countMembers(value) ? null : findDuplicateKey(text);
  if (repeated !== null) return refuse("duplicate_key", `the member ${repeated} appears twice`, repeated);
  const lone = mayHoldLoneSurrogate(text) ? findLoneSurrogate(text) : null;
  if (lone !== null) return refuse("syntax", "a lone surrogate is not a character", lone);
  return { ok: true, value };
}

/** The members of all objects. Also counts properties that a program has added to `Object.prototype`. */
function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item);
    return count;
  }
  for (const key in value) count += 1 + countMembers((value as Record<string, unknown>)[key]);
  return count;
}

/** True for every text with a lone surrogate, raw or escaped, and for few others. */
function mayHoldLoneSurrogate(text: string): boolean {
  return !text.isWellFormed() || (text.includes("\\u") && /\\u[dD][89a-fA-F]/.test(text));
}

function refuse(kind: JsonFaultKind, message: string, pointer?: string): ParsedJson {
  return { ok: false, fault: pointer === undefined ? { kind, message } : { kind, message, pointer } };
}

/** `ignoreBOM` keeps a byte order mark in the text, where the JSON parser refuses it. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of UTF-8 bytes, or null if they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether a parsed value is a JSON object: no array, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** How deep a well-formed JSON text is nested, and how many members its objects have, repeated keys included. */
function depthAndMembers(text: string): { depth: number; members: number } {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case COLON:
        members++;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth++;
        if (depth > deepest) deepest = depth;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--;
        break;
    }
  }
  return { depth: deepest, members };
}

/** The index of the quote that closes the string which opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
