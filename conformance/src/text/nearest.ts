import { mostSimilar } from "@league-v2/contract/similar";

/** "Did you mean …?" for a word that is not among the known ones. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const found = mostSimilar(word, known, Number.POSITIVE_INFINITY, 2);
  return found === undefined ? undefined : `did you mean "${found}"?`;
}

/** The last lines of an output that are not blank. */
export function lastLines(output: string, count: number): string {
  return output
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(-count)
    .join("\n");
}
