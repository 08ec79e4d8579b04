/** Reads JSON files that this program has written. */
import { readFile } from "node:fs/promises";
import { dataFault, reasonOf } from "./data-folder.js";

/** The parsed content of a file; undefined if it does not exist. @throws StartupError DATA_INIT_FAILED for one that cannot be read */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw dataFault(`${path} cannot be read: ${reasonOf(error)}`, error);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function areTexts(content: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof content[name] === "string");
}
