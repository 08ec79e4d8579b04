/** A pure function of texts that keeps its results: the same few names are compared again after each refusal. */

/** More than the names of one peer; beyond it everything is forgotten, since a peer decides what it sends. */
const most = 4096;

export function remembered<T>(compute: (text: string) => T): (text: string) => T {
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
