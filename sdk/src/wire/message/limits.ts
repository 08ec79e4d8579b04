/**
 * How much of what a peer sends is compared, where its form is not known. A larger message is not understood; of a larger
 * description or refusal, the rest is not read. The same few texts are read again after each refusal: what is found in them is kept.
 */
import { isObject } from "./members.js";

/** Of a member, a method or a type: twice as long as any that agents have. */
export const longestName = 128;
/** Outside of lists: more than any message has. */
export const mostMembers = 128;
/** In lists, too: the standings of a thousand players. */
const mostInLists = 8192;

/** Ends at the first excess, so that its own cost is limited as well. */
export function isOfUsualSize(body: unknown): boolean {
  const left = { members: mostMembers, inLists: mostInLists };
  const fits = (value: unknown, isInList: boolean): boolean => {
    if (Array.isArray(value)) return value.every((one) => fits(one, true));
    if (!isObject(value)) return true;
    for (const name of Object.keys(value)) {
      if (name.length > longestName) return false;
      if ((isInList ? left.inLists-- : left.members--) <= 0 || !fits(value[name], isInList)) return false;
    }
    return true;
  };
  return fits(body, false);
}

/** Of a list or an object: more than an agent has methods, paths or models. */
const mostEntries = 128;
/** Values in all; so many characters of text count as one. */
const mostValues = 3072;
const charactersOfValue = 32;
const longestText = 1000;

/** The beginning of a description or of a refusal. */
export function beginningOf(body: unknown): unknown {
  let left = mostValues;
  const begin = (value: unknown): unknown => {
    left -= 1;
    if (typeof value === "string") {
      const text = value.slice(0, longestText);
      left -= text.length / charactersOfValue;
      return text;
    }
    if (Array.isArray(value)) {
      return value.slice(0, mostEntries).flatMap((one) => (left > 0 ? [begin(one)] : []));
    }
    if (!isObject(value)) return value;
    const entries = Object.entries(value).slice(0, mostEntries);
    return Object.fromEntries(
      entries.flatMap(([name, one]) => (left > 0 && name.length <= longestName ? [[name, begin(one)]] : [])),
    );
  };
  return begin(body);
}

/** The default cache size: more than the names of one peer. */
const mostNames = 4096;

/**
 * The results of a pure function of texts, each computed once.
 * @param most the cache size, which limits the memory that a peer's texts can use; a full cache is cleared
 */
export function memoize<T>(compute: (text: string) => T, most = mostNames): (text: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.value;
    if (known.size >= most) known.clear();
    const value = compute(text);
    known.set(text, { value });
    return value;
  };
}

/** The same for a function of parsed bodies, which no code changes. */
export function memoizeBody<T>(compute: (body: unknown) => T): (body: unknown) => T {
  const known = new WeakMap<object, { readonly value: T }>();
  return (body) => {
    if (typeof body !== "object" || body === null) return compute(body);
    const found = known.get(body) ?? { value: compute(body) };
    known.set(body, found);
    return found.value;
  };
}
