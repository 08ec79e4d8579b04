import { mostSimilar } from "@league-v2/contract/similar";

/** The command line asks for something that cannot be: exit status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** "Did you mean …?" for a word that is not among the known ones. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const found = mostSimilar(word, known, Number.POSITIVE_INFINITY, 2);
  return found === undefined ? undefined : `did you mean "${found}"?`;
}
