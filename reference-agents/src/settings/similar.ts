/** Finds the most similar known word, for the "Did you mean …?" of messages. */

/** A word of n letters may have about n/3 wrong letters. */
const lettersPerError = 3;

/** The candidate most similar to the written word, or undefined if none is similar. */
export function mostSimilar(written: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({ candidate, errors: distance(plain(written), plain(candidate)) }))
    .filter(({ candidate, errors }) => errors <= Math.max(1, Math.floor(candidate.length / lettersPerError)))
    .sort((a, b) => a.errors - b.errors);
  return near[0]?.candidate;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Levenshtein's distance: insertions, deletions and exchanges of single letters. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
