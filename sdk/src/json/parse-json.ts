import { decodeUtf8 } from "./decode-utf8.js";
import { findDuplicateKey, findLoneSurrogate } from "./json-scan.js";
import { depthAndMembers } from "./json-shape.js";
import { type JsonLimits, plainJson } from "./plain-json.js";

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

export type ParsedJson = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

/**
 * Parses JSON more strictly than `JSON.parse`: every accepted text has one meaning for all receivers.
 * Members named `__proto__` or `constructor` are plain own members of the result.
 */
export function parseJson(input: string | Uint8Array, limits: JsonLimits): ParsedJson {
  const text = typeof input === "string" ? input : decodeUtf8(input);
  if (text === null) return refuse("syntax", "the bytes are not UTF-8");
  const plain = plainJson(text, limits);
  return plain === undefined ? parseUnusual(text, limits) : { ok: true, value: plain };
}

/** Parses a text that may be faulty, and describes the fault. */
function parseUnusual(text: string, limits: JsonLimits): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse("syntax", error instanceof Error ? error.message : "not JSON");
  }
  const { depth } = depthAndMembers(text);
  if (depth > limits.jsonDepth) {
    return refuse("depth", `nested ${depth} deep; at most ${limits.jsonDepth} levels are accepted`);
  }
  const repeated = findDuplicateKey(text);
  if (repeated !== null) return refuse("duplicate_key", `the member ${repeated} appears twice`, repeated);
  const lone = findLoneSurrogate(text);
  if (lone !== null) return refuse("syntax", "a lone surrogate is not a character", lone);
  return { ok: true, value };
}

function refuse(kind: JsonFaultKind, message: string, pointer?: string): ParsedJson {
  return { ok: false, fault: pointer === undefined ? { kind, message } : { kind, message, pointer } };
}
