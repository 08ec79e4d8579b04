/**
 * JSON as the suite reads, changes and shows it. It is read strictly, with a record of what `JSON.parse` forgives: duplicate keys,
 * integers that a double cannot hold, numbers that overflow, a byte order mark, invalid UTF-8. The envelope oracle needs these.
 */

import { createRequire } from "node:module";
import { jsonTokens, parseJson, pointerOf } from "@league-v2/sdk/codec";

export type JsonObject = Record<string, unknown>;

export interface JsonAnomaly {
  kind: "duplicate_key" | "unsafe_integer" | "overflow" | "bom" | "invalid_utf8";
  /** JSON Pointer to the place. */
  pointer: string;
  text: string;
}

export type Scan =
  | { ok: true; value: unknown; anomalies: JsonAnomaly[] }
  | { ok: false; reason: string; anomalies: JsonAnomaly[] };

const DEPTH_LIMIT = 512;

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });

/** The value; undefined for bytes that are not JSON. */
export function jsonIn(bytes: Uint8Array): unknown {
  const scan = scanJson(bytes);
  return scan.ok ? scan.value : undefined;
}

export function scanJson(bytes: Uint8Array): Scan {
  const anomalies: JsonAnomaly[] = [];
  let text: string;
  try {
    text = STRICT.decode(bytes);
  } catch {
    anomalies.push({ kind: "invalid_utf8", pointer: "", text: "the body is not valid UTF-8" });
    text = LENIENT.decode(bytes);
  }
  if (text.startsWith("\uFEFF")) {
    anomalies.push({ kind: "bom", pointer: "", text: "the body starts with a byte order mark" });
    text = text.slice(1);
  }
  if (text.trim() === "") return { ok: false, reason: "the body is empty", anomalies };
  const parsed = parseJson(text, { jsonDepth: DEPTH_LIMIT });
  if (parsed.ok && !MAY_BE_ODD_NUMBER.test(text)) return { ok: true, value: parsed.value, anomalies };
  if (!parsed.ok && parsed.fault.kind === "depth")
    return { ok: false, reason: parsed.fault.message, anomalies };
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value, anomalies: [...anomalies, ...odditiesIn(text)] };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error), anomalies };
  }
}

/**
 * Numbers that a double may not represent: an integer of 16 digits or more, an exponent of three digits or more. Only where a
 * number can begin: half of all tokens in hexadecimal contain such an exponent.
 */
const MAY_BE_ODD_NUMBER = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*[eE]\+?\d{3})/;

/** What is odd in a text that is JSON. */
function odditiesIn(text: string): JsonAnomaly[] {
  const found: JsonAnomaly[] = [];
  for (const { raw, levels, isRepeated } of jsonTokens(text)) {
    const odd = (kind: JsonAnomaly["kind"], what: string) =>
      found.push({ kind, pointer: pointerOf(levels), text: what });
    if (isRepeated) odd("duplicate_key", `the member "${levels.at(-1)?.at}" appears twice`);
    if (raw.startsWith('"')) continue;
    if (!Number.isFinite(Number(raw))) odd("overflow", `${raw} does not fit a double`);
    else if (/^-?\d+$/.test(raw) && !Number.isSafeInteger(Number(raw)))
      odd("unsafe_integer", `${raw} is beyond 2^53`);
  }
  return found;
}

/** JSON Pointers (RFC 6901) on plain data: read, write, remove. Own members only, so `__proto__` is data like any other. */
export { copy, isObject, putAt, removeAt, sameJson, valueAt } from "@league-v2/sdk/codec";

const ENCODER = new TextEncoder();

/** A value as people are shown it: on one line, cut at the limit. */
export function show(value: unknown, limit = 200): string {
  const text = value === undefined ? "nothing" : (JSON.stringify(value) ?? String(value));
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}

export function utf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** A JSON value, a text or bytes as the bytes of a body. */
export function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array
    ? value
    : utf8(typeof value === "string" ? value : JSON.stringify(value));
}

/** The pieces of a text, each decoded by itself: a character that is split between two becomes replacement characters. */
export function decodedPieces(pieces: readonly Uint8Array[]): Uint8Array {
  return utf8(pieces.map((piece) => textOfBytes(piece, piece.length)).join(""));
}

/** Bytes as text for a transcript; what is not UTF-8 shows as the replacement character. */
export function textOfBytes(bytes: Uint8Array, limit = 4_096): string {
  const text = new TextDecoder().decode(bytes.subarray(0, limit));
  return bytes.length > limit ? `${text}… (${bytes.length} bytes)` : text;
}

const require = createRequire(import.meta.url);

/** Its parser is loaded with the first file, because most runs read none. */
export function parseYaml(text: string): unknown {
  const { parse } = require("yaml") as typeof import("yaml");
  return parse(text);
}
