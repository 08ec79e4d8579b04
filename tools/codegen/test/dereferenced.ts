/** A document with every local reference replaced by its target, for tools that do not follow references. */
export function dereferenced<T>(document: T): T {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...rest } = value as { readonly $ref?: string };
    if (typeof $ref !== "string") {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
    }
    const keys = $ref.slice("#/".length).split("/");
    const target = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    return { ...(resolve(target) as object), ...rest };
  };
  return resolve(document) as T;
}
