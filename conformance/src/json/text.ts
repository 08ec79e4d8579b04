/** How values are shown to people: on one line, cut before they become a wall. */

const LIMIT = 200;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

export function show(value: unknown, limit = LIMIT): string {
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

/** Bytes as text for a transcript; what is not UTF-8 shows as the replacement character. */
export function printable(bytes: Uint8Array, limit = 4_096): string {
  const text = DECODER.decode(bytes.subarray(0, limit));
  return bytes.length > limit ? `${text}… (${bytes.length} bytes)` : text;
}
