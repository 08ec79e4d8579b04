/**
 * Reads JSON strictly, and records what `JSON.parse` silently forgives: duplicate keys, integers that a double cannot
 * hold, numbers that overflow, a byte order mark, invalid UTF-8. The envelope oracle lives on these.
 */

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

/** The value; undefined for bytes that are not JSON. */
export function jsonIn(bytes: Uint8Array): unknown {
  const scan = scanJson(bytes);
  return scan.ok ? scan.value : undefined;
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
  if (text.trim() === "") return { ok: false, reason: "the body is empty", anomalies };
  try {
    const value: unknown = JSON.parse(text);
    addOddities(text, anomalies);
    return { ok: true, value, anomalies };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error), anomalies };
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;

/** An object or a list that is open at a place of the text. */
interface Level {
  /** Of an object: its members so far. */
  keys: Set<string> | undefined;
  /** The present member or index. */
  at: string | number;
}

/** What is odd in a text that is JSON. @throws when it is nested too deeply */
function addOddities(text: string, anomalies: JsonAnomaly[]): void {
  const levels: Level[] = [];
  const odd = (kind: JsonAnomaly["kind"], what: string) =>
    anomalies.push({ kind, pointer: levels.map(({ at }) => `/${escaped(String(at))}`).join(""), text: what });
  let string = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    switch (token[0]) {
      case '"':
        string = token;
        break;
      case "{":
      case "[":
        if (levels.length === DEPTH_LIMIT) throw new Error(`nested deeper than ${DEPTH_LIMIT}`);
        levels.push(token === "{" ? { keys: new Set(), at: "" } : { keys: undefined, at: 0 });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (typeof level?.at === "number") level.at += 1;
        break;
      case ":":
        if (level?.keys === undefined) break;
        level.at = JSON.parse(string) as string;
        if (level.keys.has(level.at)) odd("duplicate_key", `the member "${level.at}" appears twice`);
        level.keys.add(level.at);
        break;
      default:
        if (!Number.isFinite(Number(token))) odd("overflow", `${token} does not fit a double`);
        else if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)))
          odd("unsafe_integer", `${token} is beyond 2^53`);
    }
  }
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
