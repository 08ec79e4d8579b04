/**
 * A strict JSON reader that also records what `JSON.parse` silently forgives: duplicate keys, integers that a
 * double cannot hold, numbers that overflow, a byte order mark, invalid UTF-8. The envelope oracle lives on these.
 */

import { plainValue } from "./plain.js";

export type JsonObject = Record<string, unknown>;

export interface JsonAnomaly {
  kind: "duplicate_key" | "unsafe_integer" | "overflow" | "bom" | "invalid_utf8";
  /** JSON Pointer to the place. */
  pointer: string;
  text: string;
}

export type Scan =
  | { ok: true; value: unknown; anomalies: JsonAnomaly[] }
  | { ok: false; at: number; reason: string; anomalies: JsonAnomaly[] };

const DEPTH_LIMIT = 512;

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });

/** The same bytes are looked at by the transcript, the oracle and the decoder; they are read once. */
const scans = new WeakMap<Uint8Array, Scan>();

/** The value is shared by all who look at these bytes: it must not be changed. */
export function scanJson(bytes: Uint8Array): Scan {
  const known = scans.get(bytes);
  if (known !== undefined) return known;
  const scan = scanAnew(bytes);
  scans.set(bytes, scan);
  return scan;
}

function scanAnew(bytes: Uint8Array): Scan {
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
  const plain = plainValue(text);
  if (plain !== undefined) return { ok: true, value: plain, anomalies };
  const scanner = new Scanner(text, anomalies);
  try {
    return { ok: true, value: scanner.document(), anomalies };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, at: error.at, reason: error.message, anomalies };
    throw error;
  }
}

class Malformed extends Error {
  readonly at: number;
  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

class Scanner {
  private at = 0;
  private readonly text: string;
  private readonly anomalies: JsonAnomaly[];
  /** Keys and indexes on the way to the present value. A pointer is made of them only where something is odd. */
  private readonly way: (string | number)[] = [];

  constructor(text: string, anomalies: JsonAnomaly[]) {
    this.text = text;
    this.anomalies = anomalies;
  }

  document(): unknown {
    this.space();
    if (this.at === this.text.length) throw new Malformed(0, "the body is empty");
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw new Malformed(this.at, "there is text after the JSON value");
    return value;
  }

  private value(): unknown {
    if (this.way.length > DEPTH_LIMIT) throw new Malformed(this.at, `nested deeper than ${DEPTH_LIMIT}`);
    switch (this.text[this.at]) {
      case "{":
        return this.object();
      case "[":
        return this.array();
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw new Malformed(this.at, "expected a JSON value");
    this.at += word.length;
    return value;
  }

  private object(): JsonObject {
    const object: JsonObject = {};
    this.at += 1;
    this.space();
    if (this.take("}")) return object;
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') throw new Malformed(this.at, "expected a member name");
      const key = this.string();
      this.space();
      if (!this.take(":")) throw new Malformed(this.at, 'expected ":"');
      this.space();
      this.way.push(key);
      if (Object.hasOwn(object, key)) this.odd("duplicate_key", `the member "${key}" appears twice`);
      define(object, key, this.value());
      this.way.pop();
      this.space();
      if (this.take("}")) return object;
      if (!this.take(",")) throw new Malformed(this.at, 'expected "," or "}"');
    }
  }

  private array(): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    this.space();
    if (this.take("]")) return items;
    for (;;) {
      this.space();
      this.way.push(items.length);
      items.push(this.value());
      this.way.pop();
      this.space();
      if (this.take("]")) return items;
      if (!this.take(",")) throw new Malformed(this.at, 'expected "," or "]"');
    }
  }

  private string(): string {
    const from = this.at;
    PLAIN_STRING.lastIndex = from;
    if (PLAIN_STRING.test(this.text)) {
      this.at = PLAIN_STRING.lastIndex;
      return this.text.slice(from + 1, this.at - 1);
    }
    this.at += 1;
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) throw new Malformed(from, "a string is not closed");
      if (char === "\\") this.at += 2;
      else {
        this.at += 1;
        if (char === '"') break;
      }
    }
    try {
      return JSON.parse(this.text.slice(from, this.at)) as string;
    } catch {
      throw new Malformed(from, "a string is not valid JSON");
    }
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) throw new Malformed(this.at, "expected a JSON value");
    this.at += literal.length;
    const value = Number(literal);
    if (!Number.isFinite(value)) this.odd("overflow", `${literal} does not fit a double`);
    else if (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value))
      this.odd("unsafe_integer", `${literal} is beyond 2^53`);
    return value;
  }

  private odd(kind: JsonAnomaly["kind"], text: string): void {
    const pointer = this.way.map((step) => `/${escapePointer(String(step))}`).join("");
    this.anomalies.push({ kind, pointer, text });
  }

  private space(): void {
    for (let char = this.text[this.at]; char !== undefined && SPACE.includes(char); ) {
      this.at += 1;
      char = this.text[this.at];
    }
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }
}

/** `__proto__` is a member like any other; it must not become the prototype. */
function define(object: JsonObject, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

/** One without escapes and control characters, which is nearly every one. */
const PLAIN_STRING = /"[^"\\\p{Cc}]*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = " \t\r\n";

function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
