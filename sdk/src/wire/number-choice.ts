/** A choice as a number: 0 for even and 1 for odd, the remainder of a division by two. */
import type { JsonObject, MessageRules } from "./types.js";

const words: ReadonlyMap<unknown, string> = new Map([
  [0, "even"],
  [1, "odd"],
]);

/**
 * The members of an answer with the word in place of the number, if the only member that the form names as the choice is 0
 * or 1. No other number is read, because it may be a drawn number or an index.
 */
export function withChoiceInWords(members: JsonObject, { rename, aliases }: MessageRules): JsonObject {
  const others = (aliases?.["/parity_choice"] ?? []).map((pointer) => pointer.slice(1));
  const names = new Set(["parity_choice", rename?.parity_choice ?? "parity_choice", ...others]);
  const [name, ...more] = [...names].filter((one) => Object.hasOwn(members, one));
  const word = name === undefined ? undefined : words.get(members[name]);
  if (name === undefined || word === undefined || more.length > 0) return members;
  return { ...members, [name]: word };
}
