import { toPointer } from "./pointer.js";

/** A member name, a string or a number of a well-formed text. */
export interface JsonToken {
  /** As it is written. */
  readonly raw: string;
  /** The objects and arrays around the value, or around the member with this name, from the outermost one. */
  readonly levels: readonly JsonLevel[];
  /** Whether it is a name that its object had before. */
  readonly isRepeated: boolean;
}

/** An object or an array that is open. */
export interface JsonLevel {
  readonly names: Set<string>;
  /** The present member or index. */
  at: string | number;
  /** Whether the next string is the name of a member. */
  awaitsName: boolean;
}

/** The JSON Pointer of the first repeated member of a well-formed text, or null. */
export function findDuplicateKey(text: string): string | null {
  for (const { isRepeated, levels } of jsonTokens(text)) if (isRepeated) return pointerOf(levels);
  return null;
}

/** The JSON Pointer of the first string, or member name, with half of a surrogate pair; null if there is none. */
export function findLoneSurrogate(text: string): string | null {
  for (const { raw, levels } of jsonTokens(text))
    if (raw.startsWith('"') && !(JSON.parse(raw) as string).isWellFormed()) return pointerOf(levels);
  return null;
}

/**
 * Gives the numbers of a well-formed text as they are written, by JSON Pointer. The text is read once, when the first one is
 * asked for.
 * @param depth of the numbers: 2 for those in `[{"id":1}]`
 */
export function rawNumbers(text: string, depth: number): (pointer: string) => string | undefined {
  let numbers: Map<string, string> | undefined;
  return (pointer) => {
    numbers ??= numbersIn(text, depth);
    return numbers.get(pointer);
  };
}

function numbersIn(text: string, depth: number): Map<string, string> {
  const numbers = new Map<string, string>();
  for (const { raw, levels } of jsonTokens(text))
    if (levels.length === depth && !raw.startsWith('"')) numbers.set(pointerOf(levels), raw);
  return numbers;
}

export function pointerOf(levels: readonly JsonLevel[]): string {
  return toPointer(levels.map(({ at }) => at));
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/g;

/** Slow, so it is used only for texts that are known to be unusual. */
export function* jsonTokens(text: string): Generator<JsonToken> {
  const levels: JsonLevel[] = [];
  for (const [raw] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    switch (raw) {
      case "{":
        levels.push({ names: new Set(), at: "", awaitsName: true });
        break;
      case "[":
        levels.push({ names: new Set(), at: 0, awaitsName: false });
        break;
      case "}":
      case "]":
        levels.pop();
        break;
      case ",":
        if (typeof level?.at === "number") level.at += 1;
        else if (level !== undefined) level.awaitsName = true;
        break;
      default: {
        const isRepeated = level?.awaitsName === true && !takesName(level, JSON.parse(raw));
        yield { raw, levels, isRepeated };
      }
    }
  }
}

/** @returns whether the object has no member of this name yet */
function takesName(level: JsonLevel, name: string): boolean {
  const isNew = !level.names.has(name);
  level.names.add(name);
  level.at = name;
  level.awaitsName = false;
  return isNew;
}
