/** In what two messages differ where two conforming agents must agree. */
import { isObject } from "../../json/pointer.js";

export interface ValueDifference {
  /** JSON Pointer. */
  pointer: string;
  mine: string;
  theirs: string;
  /** It is the member that a verdict names. */
  isNamed: boolean;
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
    const [mine, theirs] = [my, their].map((name) => name.replace(/^(player|referee):/, "")) as [
      string,
      string,
    ];
    const [partner, other] = [this.#theirs.get(mine), this.#mine.get(theirs)];
    if (partner !== undefined || other !== undefined)
      return (partner === theirs && other === mine) || my === their;
    this.#theirs.set(mine, theirs);
    this.#mine.set(theirs, mine);
    return true;
  }
}

/**
 * A missing member, another JSON type, another constant, an inconsistent name. Times, numbers, tokens, choices and
 * descriptive texts may differ, but for a member that a verdict names.
 */
export function* valueDifferences(
  mine: unknown,
  theirs: unknown,
  names: Names,
  isNamed: (name: string, mine: string) => boolean = () => false,
  pointer = "",
): Generator<ValueDifference> {
  const areBoth = (test: (value: unknown) => boolean) => test(mine) && test(theirs);
  if (areBoth(isObject) || areBoth(Array.isArray)) {
    for (const [key, value] of Object.entries(theirs as object)) {
      if (Array.isArray(mine) && Number(key) >= mine.length) return;
      const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      yield* valueDifferences((mine as Record<string, unknown>)[key], value, names, isNamed, at);
    }
    return;
  }
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  const values = { pointer, mine: shown(mine), theirs: shown(theirs) };
  const named = values.mine !== values.theirs && isNamed(name, values.mine);
  if (named || !areLeavesAlike(mine, theirs, pointer, name, names)) yield { ...values, isNamed: named };
}

function areLeavesAlike(
  mine: unknown,
  theirs: unknown,
  pointer: string,
  name: string,
  names: Names,
): boolean {
  if (pointer === "/id" && mine !== undefined && mine !== null)
    return names.areAlike(`id ${JSON.stringify(mine)}`, `id ${JSON.stringify(theirs)}`);
  if (typeof mine === "string" && typeof theirs === "string") {
    if (NAMES.test(name)) return names.areAlike(mine, theirs);
    if (WORD.test(theirs)) return mine === theirs;
    return TIMESTAMP.test(mine) === TIMESTAMP.test(theirs);
  }
  if (typeof mine === "boolean" || mine === null) return mine === theirs;
  return typeof mine === typeof theirs && Array.isArray(mine) === Array.isArray(theirs) && theirs !== null;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
