import { pathToFileURL } from "node:url";

/**
 * Loads a module by its absolute path, from both builds of this package: the CommonJS one turns `import()` into
 * `require()`, which takes a path and no URL.
 */
export function importModule(path: string): Promise<unknown> {
  return import(typeof module === "object" ? path : pathToFileURL(path).href);
}
