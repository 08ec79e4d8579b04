/**
 * A strict JSON reader that also remembers what `JSON.parse` silently forgives: duplicate keys, integers that a
 * double cannot hold, numbers that overflow, a byte order mark, invalid UTF-8. The envelope oracle lives on these.
 */

export type JsonObject = Record<string, unknown>;

export interface Oddity {
  kind: "duplicate_key" | "unsafe_integer" | "overflow" | "bom" | "invalid_utf8";
  /** JSON Pointer to the place. */
  pointer: string;
  text: string;
}

export type Scan =
  | { ok: true; value: unknown; oddities: Oddity[] }
  | { ok: false; at: number; reason: string; oddities: Oddity[] };

const DEPTH_LIMIT = 512;

export function scanJson(bytes: Uint8Array): Scan {
  const oddities: Oddity[] = [];
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    oddities.push({ kind: "invalid_utf8", pointer: "", text: "the body is not valid UTF-8" });
    text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
  if (text.startsWith("\uFEFF")) {
    oddities.push({ kind: "bom", pointer: "", text: "the body starts with a byte order mark" });
    text = text.slice(1);
  }
  const scanner = new Scanner(text, oddities);
  try {
    return { ok: true, value: scanner.document(), oddities };
  } catch (error) {
    if (error instanceof Malformed) return { ok: false, at: error.at, reason: error.message, oddities };
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
  private readonly oddities: Oddity[];

  constructor(text: string, oddities: Oddity[]) {
    this.text = text;
    this.oddities = oddities;
  }

  document(): unknown {
    this.space();
    if (this.at === this.text.length) throw new Malformed(0, "the body is empty");
    const value = this.value("", 0);
    this.space();
    if (this.at < this.text.length) throw new Malformed(this.at, "there is text after the JSON value");
    return value;
  }

  private value(pointer: string, depth: number): unknown {
    if (depth > DEPTH_LIMIT) throw new Malformed(this.at, `nested deeper than ${DEPTH_LIMIT}`);
    const start = this.text[this.at];
    if (start === "{") return this.object(pointer, depth);
    if (start === "[") return this.array(pointer, depth);
    if (start === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number(pointer);
  }

  private object(pointer: string, depth: number): JsonObject {
    // A null prototype would break deep comparison, so members are defined, never assigned: `__proto__` stays data.
    const object: JsonObject = {};
    this.at += 1;
    this.space();
    if (this.take("}")) return object;
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') throw new Malformed(this.at, "expected a member name");
      const key = this.string();
      const inner = `${pointer}/${escapePointer(key)}`;
      this.space();
      if (!this.take(":")) throw new Malformed(this.at, 'expected ":"');
      this.space();
      if (Object.hasOwn(object, key)) {
        this.oddities.push({
          kind: "duplicate_key",
          pointer: inner,
          text: `the member "${key}" appears twice`,
        });
      }
      const value = this.value(inner, depth + 1);
      Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
      this.space();
      if (this.take("}")) return object;
      if (!this.take(",")) throw new Malformed(this.at, 'expected "," or "}"');
    }
  }

  private array(pointer: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    this.space();
    if (this.take("]")) return items;
    for (;;) {
      this.space();
      items.push(this.value(`${pointer}/${items.length}`, depth + 1));
      this.space();
      if (this.take("]")) return items;
      if (!this.take(",")) throw new Malformed(this.at, 'expected "," or "]"');
    }
  }

  private string(): string {
    const from = this.at;
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

  private number(pointer: string): number {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) throw new Malformed(this.at, "expected a JSON value");
    this.at += literal.length;
    const value = Number(literal);
    if (!Number.isFinite(value)) {
      this.oddities.push({ kind: "overflow", pointer, text: `${literal} does not fit a double` });
    } else if (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value)) {
      this.oddities.push({ kind: "unsafe_integer", pointer, text: `${literal} is beyond 2^53` });
    }
    return value;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }

  private take(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS: readonly (readonly [string, unknown])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
