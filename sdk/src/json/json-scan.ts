import { endOfString } from "./json-shape.js";
import { type JsonPath, toPointer } from "./pointer.js";

/** Called for every member name and every value, in the order of the text, with the start and end of its text. */
interface Visitor {
  /** Returning true ends the scan. */
  key?(path: JsonPath, text: string, repeated: boolean): boolean;
  value?(path: JsonPath, start: number, end: number): boolean;
}

/** The JSON Pointer of the first repeated member of a well-formed text, or null. */
export function findDuplicateKey(text: string): string | null {
  let found: string | null = null;
  scan(text, {
    key(path, _text, repeated) {
      if (repeated) found = toPointer(path);
      return repeated;
    },
  });
  return found;
}

/** The JSON Pointer of the first string, or member name, with half of a surrogate pair; null if there is none. */
export function findLoneSurrogate(text: string): string | null {
  let found: string | null = null;
  const check = (path: JsonPath, string: string): boolean => {
    if (!string.isWellFormed()) found = toPointer(path);
    return found !== null;
  };
  scan(text, {
    key: (path, keyText) => check(path, keyText),
    value: (path, start, end) => text[start] === '"' && check(path, JSON.parse(text.slice(start, end))),
  });
  return found;
}

/** The text of the value at `path` of a well-formed text, exactly as it was written; null if there is none. */
export function rawValueAt(text: string, path: JsonPath): string | null {
  const wanted = toPointer(path);
  let found: string | null = null;
  scan(text, {
    value(at, start, end) {
      if (toPointer(at) !== wanted) return false;
      found = text.slice(start, end);
      return true;
    },
  });
  return found;
}

/** Thrown to leave the recursion early; one constant, because it has no data. */
const finished = new Error("scan finished");

/** Visits all of a well-formed text. Slow, so it is used only for texts that are known to be unusual. */
function scan(text: string, visitor: Visitor): void {
  const path: (string | number)[] = [];
  let at = 0;

  const stopIf = (done: boolean | undefined): void => {
    if (done) throw finished;
  };
  const skipSpace = (): void => {
    while (" \t\r\n".includes(text[at] ?? "x")) at++;
  };
  const readString = (): string => {
    const start = at;
    at = endOfString(text, start) + 1;
    return JSON.parse(text.slice(start, at));
  };

  function readItems(close: string, readItem: (index: number) => void): void {
    at++;
    skipSpace();
    for (let index = 0; text[at] !== close; index++) {
      readItem(index);
      skipSpace();
      if (text[at] === ",") at++;
      skipSpace();
    }
    at++;
  }

  function readObject(): void {
    const seen = new Set<string>();
    readItems("}", () => {
      const key = readString();
      path.push(key);
      stopIf(visitor.key?.(path, key, seen.has(key)));
      seen.add(key);
      skipSpace();
      at++; // the colon
      readValue();
      path.pop();
    });
  }

  function readArray(): void {
    readItems("]", (index) => {
      path.push(index);
      readValue();
      path.pop();
    });
  }

  function readValue(): void {
    skipSpace();
    const start = at;
    if (text[at] === "{") readObject();
    else if (text[at] === "[") readArray();
    else if (text[at] === '"') at = endOfString(text, at) + 1;
    else while (at < text.length && !",]} \t\r\n".includes(text[at] ?? "")) at++;
    stopIf(visitor.value?.(path, start, at));
  }

  try {
    readValue();
  } catch (error) {
    if (error !== finished) throw error;
  }
}
