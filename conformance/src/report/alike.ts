/** Whether two messages say the same where two agents that conform must. */
import { isObject } from "../json/pointer.js";

export interface ValueDifference {
  /** JSON Pointer. */
  pointer: string;
  mine: string;
  theirs: string;
}

/** Members whose values name something: they may be other names, but must stay the same ones throughout. */
const NAMES = /(_id|^sender|^recipient|^winner)$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T/;
const WORD = /^[A-Z][A-Z_]+$/;

/** Which name of the one conversation stands for which of the other. */
export class Names {
  readonly #theirs = new Map<string, string>();
  readonly #mine = new Map<string, string>();

  /** The first meeting of two names makes them partners: `P01` is the player that `player:P01` names. */
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
 * The first difference that is no matter of taste: a member that is missing, another JSON type, another constant, a name
 * that means something else. Times, numbers, tokens, choices and texts for people may differ.
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
