import { pathToFileURL } from "node:url";

/**
 * Loads a module by its absolute path, from both builds of this package: the CommonJS one turns `import()` into
 * `require()`, which takes a path and no URL.
 */
export function importModule(path: string): Promise<unknown> {
  return import(typeof module === "object" ? path : pathToFileURL(path).href);
}

/** A CommonJS module's own default export is one level deeper when it is seen through `import()`. */
export function defaultOf(module: unknown): unknown {
  const exported = memberOf(module, "default") ?? module;
  return memberOf(exported, "default") ?? exported;
}

export function memberOf(value: unknown, name: string): unknown {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}
