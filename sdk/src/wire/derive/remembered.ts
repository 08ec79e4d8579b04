/** A pure function of texts that keeps its results: the same few texts are looked at again after each refusal. */

/** More than the names of one peer. */
const mostNames = 4096;

/** @param most how many results are kept; beyond it all are forgotten, since a peer decides what it sends */
export function remembered<T>(compute: (text: string) => T, most = mostNames): (text: string) => T {
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
