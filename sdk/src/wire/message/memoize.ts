/** Caches the results of a pure function of texts: the same few texts are read again after each refusal. */

/** The default cache size: more than the names of one peer. */
const mostNames = 4096;

/** @param most the cache size, which limits the memory that a peer's texts can use; a full cache is cleared */
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
