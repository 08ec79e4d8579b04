/**
 * The most similar candidate, or undefined if none is similar: a third of its letters may differ.
 * @param most the largest number of different letters, of a long candidate.
 * @param least the same of a short one.
 */
export function mostSimilar(
  written: string,
  candidates: readonly string[],
  most = 3,
  least = 1,
): string | undefined {
  const plain = simplify(written);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const other = simplify(candidate);
    const allowed = Math.min(most, Math.max(least, Math.floor(other.length / 3)));
    if (Math.abs(other.length - plain.length) > allowed) continue;
    const found = distance(plain, other);
    if (found >= bestDistance || found > allowed) continue;
    best = candidate;
    bestDistance = found;
  }
  return best;
}

/** Removes case and punctuation, the most common errors: `matchId`, `MATCH-ID` and `match_id` are equal. */
export function simplify(text: string): string {
  return text
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** Levenshtein's distance; both texts are short. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
