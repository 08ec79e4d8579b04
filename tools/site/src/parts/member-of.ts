/** A member of a value of unknown type; undefined if it is missing. */
export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}
