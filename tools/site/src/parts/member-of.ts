/** A member of a value of which nothing is known; undefined if there is none. */
export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}
