/** Whether two messages are equal where two conforming agents must agree. */
import { isObject } from "../json/pointer.js";

export interface ValueDifference {
  /** JSON Pointer. */
  pointer: string;
  mine: string;
  theirs: string;
}

/** Members that contain names: the names may differ, but consistently. */
const NAMES = /(_id|^sender|^recipient|^winner)$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
const WORD = /^[A-Z][A-Z_]+$/;

/** The mapping of names between two conversations. */
export class Names {
  readonly #theirs = new Map<string, string>();
  readonly #mine = new Map<string, string>();

  /** Two names that occur first at the same place are mapped to each other; `P01` is the player in `player:P01`. */
  areAlike(my: string, their: string): boolean {
    const [mine, theirs] = [withoutRole(my), withoutRole(their)];
    const [partner, other] = [this.#theirs.get(mine), this.#mine.get(theirs)];
    if (partner !== undefined || other !== undefined) return partner === theirs && other === mine;
    this.#theirs.set(mine, theirs);
    this.#mine.set(theirs, mine);
    return true;
  }
}

/**
 * The first relevant difference: a missing member, another JSON type, another constant, an inconsistent name. Times,
 * numbers, tokens, choices and descriptive texts may differ.
 */
export function valueDifference(
  mine: unknown,
  theirs: unknown,
  names: Names,
  pointer = "",
): ValueDifference | undefined {
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const different = { pointer, mine: shown(mine), theirs: shown(theirs) };
  if (isObject(mine) && isObject(theirs)) {
    for (const [key, value] of Object.entries(theirs)) {
      const found = valueDifference(mine[key], value, names, `${pointer}/${escaped(key)}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    for (const [index, value] of theirs.slice(0, mine.length).entries()) {
      const found = valueDifference(mine[index], value, names, `${pointer}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (pointer === "/id" && mine !== undefined && mine !== null)
    return names.areAlike(`id ${JSON.stringify(mine)}`, `id ${JSON.stringify(theirs)}`) || mine === theirs
      ? undefined
      : different;
  if (typeof mine === "string" && typeof theirs === "string")
    return areAlikeTexts(mine, theirs, name, names) ? undefined : different;
  if (typeof mine === "boolean" || mine === null) return mine === theirs ? undefined : different;
  return typeof mine === typeof theirs && Array.isArray(mine) === Array.isArray(theirs) && theirs !== null
    ? undefined
    : different;
}

function areAlikeTexts(mine: string, theirs: string, name: string, names: Names): boolean {
  if (NAMES.test(name)) return names.areAlike(mine, theirs) || mine === theirs;
  if (WORD.test(theirs)) return mine === theirs;
  return TIMESTAMP.test(mine) === TIMESTAMP.test(theirs);
}

function withoutRole(name: string): string {
  return name.replace(/^(player|referee):/, "");
}

export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
