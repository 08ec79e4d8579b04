/** The similarity of two names by their words and synonyms: `game_id` and `match_id`, `rival` and `opponent_id`. */
import { vocabulary } from "@league-v2/contract/forms";
import { longestName, memoize } from "./limits.js";

const words: Readonly<Record<string, readonly string[]>> = vocabulary.words;
const weights: Readonly<Record<string, number>> = vocabulary.weights;

const meanings = new Map<string, Set<string>>();
for (const [word, others] of Object.entries(words)) {
  for (const one of [word, ...others]) {
    const known = meanings.get(one) ?? new Set();
    meanings.set(one, known.add(word));
  }
}

/** `matchId`, `match-id` and `MATCH_ID` are `match` and `id`; `PlayerAId` is `player`, `a` and `id`. */
export function wordsOf(name: string): readonly string[] {
  return name.length > longestName ? [] : splitWords(name);
}

const splitWords: (name: string) => readonly string[] = memoize((name) =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== ""),
);

/** The words of a name without that for an id. */
export function stemOf(name: string): string {
  const words = wordsOf(name);
  return (
    words.length > 1 && /^(?:id|name|key|ref)$/.test(words.at(-1) ?? "") ? words.slice(0, -1) : words
  ).join("_");
}

/** The words of the contract that a word may stand for; by default the word itself. */
export function meaningsOf(word: string): ReadonlySet<string> {
  const stems = [word, word.replace(/s$/, ""), word.replace(/d$/, ""), word.replace(/(?:ed|ing)$/, "")];
  return stems.map((stem) => meanings.get(stem)).find((one) => one !== undefined) ?? new Set([word]);
}

/** From 0 (no common word) to 1 (the same words or synonyms). */
export function similarity(one: string, other: string): number {
  return one === other ? 1 : similarityTo(one)(other);
}

const similarityTo = memoize((one) => memoize((other) => sharedWeight(one, other)));

function sharedWeight(one: string, other: string): number {
  const left = wordsOf(one);
  const right = wordsOf(other);
  const common = left.reduce(
    (sum, word) => sum + (right.some((it) => isAlike(word, it)) ? weightOf(word) : 0),
    0,
  );
  const commonOfRight = right.reduce(
    (sum, word) => sum + (left.some((it) => isAlike(word, it)) ? weightOf(word) : 0),
    0,
  );
  const all = total(left) + total(right);
  return all === 0 ? 0 : (common + commonOfRight) / all;
}

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length >= 3 && long.startsWith(short)) return true;
  const known = meaningsOf(other);
  return [...meaningsOf(one)].some((meaning) => known.has(meaning));
}

function weightOf(word: string): number {
  return weights[word] ?? 1;
}

function total(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}
